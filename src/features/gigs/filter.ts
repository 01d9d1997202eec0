/** Narrows the cards that are already there; the address keeps what was asked. */
const form = document.querySelector<HTMLFormElement>('[data-filter]');
const cards = [...document.querySelectorAll<HTMLElement>('[data-gig]')];
const none = document.querySelector<HTMLElement>('[data-none]');
const count = document.querySelector<HTMLElement>('[data-count-shown]');

function asked(of: HTMLFormElement): Map<string, string> {
  const fields = [...new FormData(of)] as [string, string][];
  return new Map(fields.filter(([, value]) => value.trim() !== ''));
}

function fits(card: HTMLElement, wish: Map<string, string>): boolean {
  const { words = '', tech = '', price = '0', rating = '0' } = card.dataset;
  const sought = (wish.get('q') ?? '').toLowerCase().split(/\s+/);
  const technology = wish.get('tech');
  return (
    sought.every((word) => words.includes(word)) &&
    (!technology || tech.split('|').includes(technology)) &&
    Number(price) <= Number(wish.get('price') ?? Number.POSITIVE_INFINITY) &&
    Number(rating) >= Number(wish.get('rating') ?? 0)
  );
}

function narrow(wish: Map<string, string>): void {
  let shown = 0;
  for (const card of cards) {
    card.hidden = !fits(card, wish);
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
    const wish = asked(form);
    const query = new URLSearchParams([...wish]).toString();
    history.replaceState(null, '', query ? `?${query}` : location.pathname);
    narrow(wish);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  narrow(asked(form));
}

export {};
