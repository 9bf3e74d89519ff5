// The excerpts below search results: only what a reader reads, with room between the blocks. The
// search has its own way to text, which runs all parts of a paragraph into one another.

Search.htmlToText = (html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const whole = page.querySelector('[role="main"]');
  const part = anchor ? whole?.querySelector(anchor) : null;
  const shown = part ?? whole;
  if (!shown) return "";
  const aside = ".headerlink, script, style, svg, .vh, .facts, .no, .tools, .margin, .deal, .try, [data-ranks]";
  for (const el of shown.querySelectorAll(aside)) el.remove();
  for (const el of shown.querySelectorAll("h1, h2, h3, p, li, dt, dd, th, td, caption, .verdict")) el.append(" ");
  return shown.textContent.replace(/\s+/g, " ").trim();
};
