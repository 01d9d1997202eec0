/** What Word writes on the paragraphs of its lists, which are no lists in HTML. */
const WORD_ITEM = 'p[style*="mso-list"]';
/** The bullet or number that Word writes as text before an item. */
const WORD_MARKER = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]';
const NUMBER = /^\W?(?:\d+|[a-z]+)[.)]/i;

/** Prepares pasted HTML for the editor: lists of Word become lists, and a row of a spreadsheet becomes a paragraph. */
export function preparePastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  makeLists(page);
  for (const table of page.querySelectorAll('table')) {
    const rows = [...table.rows].map((row) => {
      const line = page.createElement('p');
      line.textContent = [...row.cells].map((cell) => cell.textContent.trim()).join(' | ');
      return line;
    });
    table.replaceWith(...rows);
  }
  return page.body.innerHTML;
}

/** A list that is being filled; deeper ones stand in the last item of the one above. */
interface Open {
  level: number;
  list: Element;
}

function makeLists(page: Document): void {
  let open: Open[] = [];
  for (const item of page.querySelectorAll(WORD_ITEM)) {
    const level = Number(/level(\d)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1);
    const marker = item.querySelector(WORD_MARKER);
    const name = NUMBER.test(marker?.textContent.trim() ?? '') ? 'ol' : 'ul';
    marker?.remove();
    if (open[0]?.list !== item.previousElementSibling) open = [];
    open = open.filter((each) => each.level <= level);
    const last = open.at(-1);
    if (last?.level === level && last.list.localName !== name) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = page.createElement(name);
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      open.push({ level, list });
    }
    const entry = page.createElement('li');
    entry.append(...item.childNodes);
    open.at(-1)?.list.append(entry);
    item.remove();
  }
}
