// Stands first in the body, before anything is painted: light or dark, and the reader's cards.
(() => {
  const kept = (key) => {
    try { return localStorage.getItem(key); } catch { return null; }
  };
  document.body.dataset.theme = kept("theme") || "auto";
  const root = document.documentElement;
  root.dataset.letters = kept("cards-letters") || "own";
  root.dataset.suits = kept("cards-suits") || "two";
  root.classList.remove("no-js");
})();
