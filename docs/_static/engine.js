// The browser's Python as the scripts of a page ask it: one worker, started by the first question.

const waiting = new Map();               // who waits for an answer: id of the asking element -> listener
let thread = null;

/** An answer goes to the one that asked; how the loading goes, to all that wait. */
function tell(message) {
  for (const [id, hear] of [...waiting]) {
    if (message.id && message.id !== id) continue;
    if (["answer", "failed", "stopped"].includes(message.type)) waiting.delete(id);
    hear(message);
  }
}

function open(url) {
  const worker = new Worker(new URL(url, document.baseURI), { type: "module" });
  worker.onmessage = ({ data }) => tell(data);
  worker.onerror = (event) => {
    event.preventDefault();
    engine.close();
    tell({ type: "failed", text: event.message ?? "" });
  };
  return worker;
}

export const engine = {
  get started() { return thread !== null; },

  /** `question` goes to the worker as data, the element says where worker and engine lie; `hear` gets what comes back. */
  ask({ id, dataset }, question, hear) {
    waiting.set(id, hear);
    thread ??= open(dataset.worker);
    thread.postMessage({ id, engine: new URL(dataset.engine, document.baseURI).href, ...question });
  },

  /** Ends the worker, at once, whatever it does; the next question starts another. */
  close() {
    thread?.terminate();
    thread = null;
  },

  /** Ends the worker for the one that no longer waits; the others hear of it. */
  stop(id) {
    waiting.delete(id);
    this.close();
    tell({ type: "stopped" });
  },
};
