// The browser's Python, in a worker of its own, one per page: runs the code of Try-it cells, judges
// what a reader plays instead of a record, and checks a table's house rules. Loads Python and our
// wheel from the site's engine folder and from nowhere else.

/** Python side: run the code in a fresh namespace, give back what there is to show as JSON. */
const RUNNER = `
import ast, contextlib, io, json, traceback

def _links():
    from importlib.resources import files
    try:
        data = json.loads((files("rulebook") / "data" / "rules.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {r["id"]: [r.get("path", ""), r.get("number", "")] for r in data["rules"]}

def _ruling(r, lang):
    verdict = "yes" if r.ok else "irregular" if r.stands else "no"
    path, number = _links().get(r.rule, ["", ""])
    return {"kind": verdict, "text": r.explain(lang), "rule": r.rule, "path": path, "number": number}

def _line(error):
    if isinstance(error, SyntaxError) and error.filename == "<cell>":
        return error.lineno
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "<cell>"]
    return lines[-1] if lines else None

def _fault(error, lang):
    """Our own errors explain themselves in the page's language; Python's speak Python."""
    said = getattr(error, "explain", None)
    if callable(said):
        return {"kind": "error", "text": said(lang)}
    lines = str(getattr(error, "msg", error)).strip().splitlines()
    return {"kind": "error", "python": ": ".join([type(error).__name__, *lines[:1]])}

def _options(game):
    from rulebook.game import Game
    from rulebook.options import changed
    if not isinstance(game, Game):
        return ""
    return " ".join(f"{key}={value}" for key, value in changed(game.options).items())

def run_cell(code, lang):
    from rulebook.ruling import Ruling
    space, printed, out = {"__name__": "__main__"}, io.StringIO(), {}
    try:
        tree = ast.parse(code, "<cell>")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            exec(compile(tree, "<cell>", "exec"), space)
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), space) if last else None
        if isinstance(value, Ruling):
            out = _ruling(value, lang)
        elif value is not None:
            out = {"kind": "value", "text": value if isinstance(value, str) else repr(value)}
        else:
            out = {"kind": "value", "text": ""}
    except BaseException as error:
        ruling = getattr(error, "ruling", None)
        if isinstance(ruling, Ruling):
            out = _ruling(ruling, lang)
        else:
            out = _fault(error, lang)
        out["line"] = _line(error)
    out["printed"] = printed.getvalue()
    out["options"] = _options(space.get("game"))
    return json.dumps(out)

run_cell
`;

/** Counts what arrives, so that the page can show megabytes. */
function counting(fetch, tell) {
  let loaded = 0;
  return async (...request) => {
    const response = await fetch(...request);
    if (!response.ok || !response.body) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        tell(loaded);
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
}

let run = null, whatif = null, house = null;

async function start(engine) {
  const plain = self.fetch.bind(self);
  const about = await (await plain(`${engine}engine.json`)).json();
  let told = 0;
  self.fetch = counting(plain, (loaded) => {
    if (loaded - told < 1e5) return;
    told = loaded;
    self.postMessage({ type: "loading", loaded, total: about.bytes });
  });
  try {
    const { loadPyodide } = await import(`${engine}pyodide.mjs`);
    const python = await loadPyodide({
      indexURL: engine,
      lockFileURL: `${engine}pyodide-lock.json`,
      packages: ["rulebook"],
    });
    self.postMessage({ type: "starting" });
    run = python.runPython(RUNNER);
    whatif = python.pyimport("rulebook.view.whatif").answer;
    house = (text) => python.pyimport("rulebook.house.asked").answer(text);
  } finally {
    self.fetch = plain;
  }
  return about;
}

let starting = null;

/** `code` is run; a `line` of play and a `sheet` of house rules are only data, read by the engine. */
self.onmessage = async ({ data: { id, code, lang, line, sheet, engine } }) => {
  try {
    starting ??= start(engine);
    const about = await starting;
    self.postMessage({ type: "running", id });
    const began = performance.now();
    const text = line ? whatif(JSON.stringify(line)) : sheet ? house(JSON.stringify(sheet)) : run(code, lang);
    const answer = JSON.parse(text);
    answer.seconds = (performance.now() - began) / 1000;
    self.postMessage({ type: "answer", id, answer, about });
  } catch (error) {
    self.postMessage({ type: "failed", id, text: String(error?.message ?? error) });
  }
};
