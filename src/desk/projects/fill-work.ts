import type { WireProject } from '../../../api/projects/present.ts';
import { fillItem, fillPopup } from '../../features/projects/fill.ts';

export interface ShownWork {
  project: WireProject;
  /** Without a picture its place stays empty. */
  pictured: boolean;
  /** The popup is open over the list. */
  opened: boolean;
}

/**
 * Takes the page of past work, and returns what writes a project into it: in its own place, or last
 * as a new one will stand. What is opened or closed there, as a visitor does, is told.
 */
export function fillerOf(page: Document, tell: (opened: boolean) => void) {
  const list = page.querySelector('[data-projects]');
  const [popup, ...others] = page.querySelectorAll<HTMLDialogElement>('.popup');
  for (const each of others) each.remove();
  popup?.addEventListener('close', () => tell(false));
  let card: HTMLElement | undefined;

  return ({ project, pictured, opened }: ShownWork): void => {
    if (!list || !popup) return;
    const place = card ?? placeOf(list, project._id);
    fillItem(place, project);
    fillPopup(popup, project);
    for (const each of [place, popup]) {
      each.querySelector('picture')?.toggleAttribute('hidden', !pictured);
    }
    if (!card) {
      place.addEventListener('click', () => tell(true));
      page.defaultView?.addEventListener('resize', () => moveTo(place));
      moveTo(place);
    }
    card = place;
    if (opened && !popup.open) openBehind(popup);
    if (!opened && popup.open) popup.close();
  };
}

/** Opens it without taking the cursor from the desk; in the frame it goes where a visitor's goes. */
function openBehind(popup: HTMLDialogElement): void {
  const { activeElement } = document;
  popup.showModal();
  if (activeElement instanceof HTMLButtonElement) activeElement.focus({ preventScroll: true });
}

function placeOf(list: Element, id: string): HTMLElement {
  const items = [...list.children] as HTMLElement[];
  const own = items.find(({ dataset }) => dataset['item'] === id);
  if (own) return own;
  const copy = list.firstElementChild?.cloneNode(true) as HTMLElement;
  list.append(copy);
  return copy;
}

/** To the middle of the frame, and nothing of the desk with it. */
function moveTo(card: HTMLElement): void {
  const view = card.ownerDocument.defaultView;
  const { top, height } = card.getBoundingClientRect();
  const middle = ((view?.innerHeight ?? 0) - height) / 2;
  view?.scrollBy({ top: top - middle, behavior: 'instant' });
}
