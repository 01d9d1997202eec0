import { toast } from '../../components/toast.ts';
import { setChildren } from '../../lib/dom-patch.ts';
import { fetchGigList, GIGS_FAILED, type GigListRow } from './fetch-gig-list.ts';
import { fillGigCard, showsDollars } from './fill-gig-card.ts';

/**
 * Filters and sorts all gigs; the criteria are kept in the query string. Without criteria the page stays as
 * built.
 */
type Criteria = Map<string, string>;

const STEP = 24;
const find = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
const form = document.querySelector<HTMLFormElement>('[data-filter]');
const list = find('gigs');
const own = [...(list?.children ?? [])];
const blank = document.querySelector<HTMLTemplateElement>('template:has(+ [data-gigs])');
let shown = STEP;
let latest = 0;

function readCriteria(of: HTMLFormElement): Criteria {
  const fields = [...new FormData(of)] as [string, string][];
  return new Map(fields.filter(([, value]) => value.trim() !== ''));
}

function matches(gig: GigListRow, criteria: Criteria): boolean {
  const words = `${gig.title} ${gig.technologies.join(' ')} ${gig.summary}`.toLowerCase();
  const terms = (criteria.get('q') ?? '').toLowerCase().split(/\s+/);
  const technology = criteria.get('tech');
  return (
    terms.every((term) => words.includes(term)) &&
    (!technology || gig.technologies.includes(technology))
  );
}

/** Sorted in the owner's order by default, also among equal gigs. */
function sorted(gigs: GigListRow[], by: string | undefined): GigListRow[] {
  if (by !== 'price' && by !== 'days') return gigs;
  // What has no price in dollars comes after what has one.
  const field = by === 'price' && showsDollars() ? 'priceUsd' : by;
  const worth = (gig: GigListRow) => gig[field] ?? Number.POSITIVE_INFINITY;
  return gigs.toSorted((a, b) => worth(a) - worth(b));
}

function cardOf(gig: GigListRow): Element[] {
  const known = own.find((card) => (card as HTMLElement).dataset['gig'] === gig.id);
  if (known) return [known];
  const card = blank?.content.firstElementChild?.cloneNode(true);
  if (!(card instanceof HTMLElement)) return [];
  fillGigCard(card, gig);
  return [card];
}

function show(found: GigListRow[] | null, all = 0): void {
  list?.removeAttribute('aria-busy');
  const cards = found ? found.slice(0, shown).flatMap(cardOf) : own;
  if (list) setChildren(list, cards);
  find('pages')?.toggleAttribute('hidden', found !== null);
  find('failed')?.toggleAttribute('hidden', true);
  find('none')?.toggleAttribute('hidden', found === null || found.length > 0);
  find('more')?.toggleAttribute('hidden', found === null || found.length <= shown);
  const count = find('count-shown');
  if (count) count.textContent = found ? `${found.length} of ${all} packages` : '';
}

async function applyFilter(criteria: Criteria): Promise<void> {
  latest += 1;
  const mine = latest;
  if (criteria.size === 0) return show(null);
  list?.setAttribute('aria-busy', 'true');
  const gigs = await fetchGigList().catch(() => null);
  // The criteria have changed meanwhile.
  if (mine !== latest) return;
  if (gigs) {
    const found = gigs.filter((gig) => matches(gig, criteria));
    return show(sorted(found, criteria.get('sort')), gigs.length);
  }
  show(null);
  void toast('error', GIGS_FAILED);
  find('failed')?.removeAttribute('hidden');
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
    shown = STEP;
    void applyFilter(criteria);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  // Loads the list before the first letter is typed.
  form.addEventListener('focusin', () => void fetchGigList().catch(() => {}), { once: true });
  find('more')?.addEventListener('click', () => {
    const next = shown;
    shown += STEP;
    void applyFilter(readCriteria(form)).then(() =>
      list?.children[next]?.querySelector('a')?.focus(),
    );
  });
  if (location.search) void applyFilter(readCriteria(form));
}
