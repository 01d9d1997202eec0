/** Filters and sorts the rendered cards; the criteria are kept in the query string. */
const form = document.querySelector<HTMLFormElement>('[data-filter]');
const list = document.querySelector('[data-gigs]');
const cards = [...document.querySelectorAll<HTMLElement>('[data-gig]')];
const none = document.querySelector<HTMLElement>('[data-none]');
const count = document.querySelector<HTMLElement>('[data-count-shown]');

function readCriteria(of: HTMLFormElement): Map<string, string> {
  const fields = [...new FormData(of)] as [string, string][];
  return new Map(fields.filter(([, value]) => value.trim() !== ''));
}

function matches(card: HTMLElement, criteria: Map<string, string>): boolean {
  const { words = '', tech = '', price = '0', rating = '0' } = card.dataset;
  const terms = (criteria.get('q') ?? '').toLowerCase().split(/\s+/);
  const technology = criteria.get('tech');
  return (
    terms.every((word) => words.includes(word)) &&
    (!technology || tech.split('|').includes(technology)) &&
    Number(price) <= Number(criteria.get('price') ?? Number.POSITIVE_INFINITY) &&
    Number(rating) >= Number(criteria.get('rating') ?? 0)
  );
}

/** Without a criterion the owner's order; equal cards stay in it. */
function sortCards(by: string | undefined): void {
  if (by === undefined && !sorted) return;
  sorted = by !== undefined;
  const sortKey = (card: HTMLElement) => (by ? Number(card.dataset[by] ?? 0) : 0);
  list?.append(...cards.toSorted((a, b) => sortKey(a) - sortKey(b)));
}
let sorted = false;

function applyFilter(criteria: Map<string, string>): void {
  sortCards(criteria.get('sort'));
  let shown = 0;
  for (const card of cards) {
    card.hidden = !matches(card, criteria);
    if (!card.hidden) shown += 1;
  }
  if (none) none.hidden = shown > 0;
  if (count) count.textContent = `${shown} of ${cards.length} packages`;
}

if (form) {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = value;
    }
  }
  form.addEventListener('input', () => {
    const criteria = readCriteria(form);
    const query = new URLSearchParams([...criteria]).toString();
    history.replaceState(null, '', query ? `?${query}` : location.pathname);
    applyFilter(criteria);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  applyFilter(readCriteria(form));
}

export {};
