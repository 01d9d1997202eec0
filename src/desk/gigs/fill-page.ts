import type { WirePicture } from '../../../api/media/present.ts';
import { compareRows } from '../../features/gigs/compare.ts';
import { counted, rupees } from '../../lib/format.ts';
import { setAttribute } from '../../lib/parts.ts';
import type { GigForm } from './stores.ts';

type Plan = GigForm['PricingPlans'][number];
type Find = (selector: string) => HTMLElement | null;

/**
 * Takes the page of any gig as the pattern, and returns what writes another gig into it.
 * The page itself is made by src/pages/my-gig; only what the editor edits is rewritten.
 */
export function fillerOf(page: Document): (gig: GigForm) => void {
  const find: Find = (selector) => page.querySelector<HTMLElement>(selector);
  const all = (selector: string) => [...page.querySelectorAll(selector)];
  const pictures = repeat(all('[data-carousel] > li'));
  const tags = repeat(all('.rest .tags > li'));
  const choices = repeat(all('#order fieldset label'));
  const panels = repeat(all('#order [data-plan-panel]'));
  const barLines = repeat(all('[data-plan-line]'));
  const questions = repeat(all('[name="faq"]'));
  const compare = comparison(page);
  page.addEventListener('click', turnPictures);

  return (gig) => {
    const plans = gig.PricingPlans;
    write(find('h1'), gig.title || 'Untitled');
    const text = find('.rest .prose');
    const html = safe(gig.description);
    if (text && text.innerHTML !== html) text.innerHTML = html;
    tags(gig.technologies, write);
    pictures(gig.pictures, fillPicture);
    write(find('[data-position]'), `1 / ${gig.pictures.length}`);
    show(find('.controls'), gig.pictures.length > 1);
    show(find('.pictures'), gig.pictures.length > 0);

    const chosen = all('[name="plan"]').findIndex((each) => (each as HTMLInputElement).checked);
    choices(plans, fillChoice);
    panels(plans, fillPanel);
    barLines(plans, (line, { planType, price }, at) => {
      (line as HTMLElement).dataset['planLine'] = String(at);
      write(line.querySelector('.fine'), planType);
      write(line.querySelector('.price'), rupees(price));
    });
    const choice = all('[name="plan"]')[Math.min(Math.max(0, chosen), plans.length - 1)];
    if (choice) (choice as HTMLInputElement).checked = true;
    show(find('#order'), plans.length > 0);
    show(find('[data-order-bar]'), plans.length > 0);
    compare(plans);
    questions(gig.FAQ, (one, { question, answer }) => {
      writeBeside(one.querySelector('summary'), question);
      write(one.querySelector('p'), answer);
    });
    show(find('#faq-title')?.closest('section'), gig.FAQ.length > 0);
  };
}

function turnPictures({ target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>('[data-step]');
  const list = button?.ownerDocument.querySelector('[data-carousel]');
  if (list) list.scrollBy({ left: Number(button?.dataset['step']) * list.clientWidth });
}

function comparison(page: Document): (plans: readonly Plan[]) => void {
  const section = page.querySelector('#compare-title')?.closest('section');
  const [first, further] = [...(section?.querySelectorAll('tbody') ?? [])];
  const has = section?.querySelector('td:has(.yes)')?.cloneNode(true);
  const hasNot = section?.querySelector('td:has(.no)')?.cloneNode(true);
  const number = section?.querySelector('td:has(.number)')?.cloneNode(true);
  const columns = repeat([...(section?.querySelectorAll('thead [data-column]') ?? [])]);
  const rows = repeat([...(first?.rows ?? [])]);
  const furtherRows = repeat([...(further?.querySelectorAll('tr:not(.part)') ?? [])]);
  const fillRow = (
    row: Element,
    { feature, cells }: { feature: string; cells: (string | boolean)[] },
  ) => {
    const drawn = cells.map((cell, at) => {
      const pattern = typeof cell === 'string' ? number : cell ? has : hasNot;
      const place = (pattern ?? page.createElement('td')).cloneNode(true) as HTMLElement;
      place.dataset['column'] = String(at);
      if (typeof cell === 'string') write(place.firstElementChild ?? place, cell);
      return place;
    });
    write(row.firstElementChild, feature);
    row.replaceChildren(...[...row.children].slice(0, 1), ...drawn);
  };
  return (plans) => {
    const found = compareRows(plans.map((plan, at) => ({ ...plan, _id: String(at) })));
    show(section, plans.length > 0);
    show(further, found.further.length > 0);
    setAttribute(further?.querySelector('.part th') ?? null, 'colspan', String(plans.length + 1));
    columns(plans, (head, plan, at) => {
      (head as HTMLElement).dataset['column'] = String(at);
      write(head.querySelector('.price'), rupees(plan.price));
      write(head.querySelector('.type'), plan.planType);
      write(head.querySelector('.title'), plan.title);
      write(head.querySelector('.fine'), plan.shortDescription);
    });
    rows(found.first, fillRow);
    furtherRows(found.further, fillRow);
  };
}

function fillPicture(item: Element, picture: WirePicture): void {
  const image = item.querySelector('img');
  setAttribute(item.querySelector('source'), 'srcset', picture.srcset);
  setAttribute(image, 'src', picture.url);
  setAttribute(image, 'alt', picture.alt);
}

function fillChoice(label: Element, plan: Plan, at: number): void {
  setAttribute(label.querySelector('input'), 'value', String(at));
  label.querySelector('input')?.removeAttribute('checked');
  write(label.querySelector('span'), plan.planType);
}

function fillPanel(panel: Element, plan: Plan, at: number): void {
  (panel as HTMLElement).dataset['planPanel'] = String(at);
  write(panel.querySelector('h2'), plan.title);
  write(panel.querySelector('.price'), rupees(plan.price));
  write(panel.querySelector('p.muted'), plan.shortDescription);
  const [days, revisions] = [...panel.querySelectorAll('.facts li')];
  writeBeside(days, `${counted(plan.deliveryDays, 'day')} delivery`);
  writeBeside(revisions, counted(plan.revisionCount, 'revision'));
  repeat([...panel.querySelectorAll('.features li')])(plan.features, writeBeside);
}

/** As many of these elements as there are items; what was open stays open, what is the same stays. */
function repeat(elements: readonly Element[]) {
  const [first] = elements;
  const end = first?.ownerDocument.createComment('');
  const pattern = first?.cloneNode(true);
  if (end) elements.at(-1)?.after(end);
  let shown: Element[] = [...elements];
  return <T>(items: readonly T[], fill: (copy: Element, item: T, at: number) => void): void => {
    if (!pattern || !end) return;
    const next = items.map((item, at) => {
      const copy = pattern.cloneNode(true) as Element;
      fill(copy, item, at);
      const before = openable(shown[at]);
      for (const [index, each] of openable(copy).entries()) {
        each.open = before[index]?.open ?? false;
      }
      const was = shown[at];
      return was?.isEqualNode(copy) ? was : copy;
    });
    if (next.length === shown.length && next.every((each, at) => each === shown[at])) return;
    for (const each of shown) each.remove();
    end.before(...next);
    shown = next;
  };
}

const openable = (root: Element | undefined): HTMLDetailsElement[] => [
  ...(root?.matches('details') ? [root as HTMLDetailsElement] : []),
  ...(root?.querySelectorAll('details') ?? []),
];

function write(place: Element | null | undefined, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

/** Changes the words beside an icon. */
function writeBeside(place: Element | null | undefined, text: string): void {
  const words = [...(place?.childNodes ?? [])].find((each) => each.textContent?.trim());
  if (words) words.textContent = `${text} `;
}

function show(place: Element | null | undefined, shown: boolean): void {
  place?.toggleAttribute('hidden', !shown);
}

// Only what api/gigs/html.ts lets through, so that a preview runs nothing either.
const ALLOWED = /^(P|H3|H4|UL|OL|LI|STRONG|EM|BR|A|CODE)$/;

function safe(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...body.querySelectorAll('*')]) {
    if (!ALLOWED.test(element.tagName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      if (name !== 'href' || !/^(https:|mailto:)/.test(value)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}
