// Small services of every page: the language switch that keeps the place, the paragraph that opens
// its original, the notebook that loads when asked for.

const languages = [...document.querySelectorAll("a[data-lang]")];

/** Language links go to the same rule or step: the last one the reader went to. */
function keepPlace(fragment) {
  for (const a of languages) {
    const url = new URL(a.href);
    url.hash = fragment;
    a.href = url.href;
  }
}
keepPlace(location.hash);
addEventListener("hashchange", () => keepPlace(location.hash));
document.addEventListener("replay:step", ({ detail: { id, n } }) => {
  if (n > 0 || location.hash.startsWith(`#${id}_`)) keepPlace(`#${id}_${n}`);
});

/** A click on a rule does what its EN does; a link or a selection keeps its own meaning. */
document.addEventListener("click", (event) => {
  const text = event.target.closest(".law > .txt > p");
  const original = text?.parentElement.querySelector("details.en");
  if (!original || event.target.closest("a, button, summary") || String(getSelection())) return;
  original.open = !original.open;
});

/** The drawer closes when one of its links leads to a place on this very page. */
document.querySelector("#site-nav")?.addEventListener("click", (event) => {
  const drawer = event.currentTarget;
  if (event.target.closest("a") && drawer.matches(":popover-open")) drawer.hidePopover();
});

/** Notebooks start on a click: many megabytes are nobody's default. */
for (const button of document.querySelectorAll("button[data-book]")) {
  button.hidden = false; // without script only the link beside it is there
  button.addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.src = button.dataset.book;
    frame.title = button.dataset.title;
    frame.className = "book-frame";
    button.replaceWith(frame);
    frame.focus();
  });
}
