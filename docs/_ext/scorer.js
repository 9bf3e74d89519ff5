// How search results are ranked: a page whose own title is what was asked comes first, and rules
// come before guides. The numbers are those of Sphinx.
var Scorer = {
  score: ([docname, title, , , score]) => {
    const stemmer = new Stemmer();
    const stems = (text) => splitQuery(text.toLowerCase()).map((word) => stemmer.stemWord(word));
    const asked = new Set(stems(new URLSearchParams(location.search).get("q") ?? ""));
    const own = stems(title);
    const named = own.filter((stem) => asked.has(stem)).length / Math.max(1, own.length);
    return score + 15 * named + (docname.startsWith("rules/") ? 1 : 0);
  },
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
