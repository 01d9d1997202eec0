import type { PublicProjectDto } from '../../../api/modules/catalog/projects/kind.ts';
import { closeOnOutsideClick } from '../../components/dialog-triggers.ts';
import { toast } from '../../components/toast.ts';
import { setChildren } from '../../lib/dom-patch.ts';
import { patchItem, patchPopup } from './patch-project.ts';

/** The URL's hash names the open project, so that it can be shared and Back closes it. */
const projectPopups = (): HTMLDialogElement[] => [
  ...document.querySelectorAll<HTMLDialogElement>('.popup'),
];

/** The return value of a popup that a navigation closed: its address is already another one. */
const NAVIGATED = 'navigated';

function syncPopupsWithHash(): void {
  for (const popup of projectPopups()) {
    const shouldOpen = `#${popup.id}` === location.hash;
    if (!shouldOpen && popup.open) popup.close(NAVIGATED);
    if (shouldOpen && !popup.open) {
      popup.returnValue = '';
      popup.showModal();
    }
  }
}

function bindPopup(popup: HTMLDialogElement): void {
  popup.addEventListener('close', () => {
    // The event comes later: the popup may be open again, or its address there again.
    if (popup.open || popup.returnValue === NAVIGATED) return;
    if (location.hash === `#${popup.id}`) history.replaceState(null, '', location.pathname);
  });
  closeOnOutsideClick(popup);
}

const FETCH_FAILED = 'Failed to fetch client project';
const list = document.querySelector<HTMLElement>('[data-projects]');

/** Updates the prerendered projects; the page stays as built when that fails. */
async function refresh(items: HTMLElement): Promise<void> {
  const response = await fetch('/api/v1/client/get-project');
  if (!response.ok) throw new Error(FETCH_FAILED);
  const { data } = (await response.json()) as { data: PublicProjectDto[] };
  const known = [...items.querySelectorAll<HTMLElement>('[data-item]')];
  const existing = projectPopups();
  const rendered = data.flatMap((project) => {
    const item = known.find(({ dataset }) => dataset['item'] === project._id);
    const popup = existing.find(({ id }) => id === project._id) ?? copyOf(existing[0]);
    const card = item ?? copyOf(known[0]);
    return card && popup ? [{ project, card, popup, isNew: !item }] : [];
  });
  for (const { project, card, popup, isNew } of rendered) {
    patchItem(card, project);
    patchPopup(popup, project);
    if (!popup.isConnected) existing[0]?.after(popup);
    if (isNew) bindPopup(popup);
  }
  if (rendered.length > 0) {
    setChildren(
      items,
      rendered.map(({ card }) => card),
    );
  }
  for (const popup of projectPopups()) {
    if (!rendered.some((each) => each.popup === popup)) popup.remove();
  }
  syncPopupsWithHash();
}

function copyOf<T extends HTMLElement>(template: T | undefined): T | undefined {
  const copy = template?.cloneNode(true) as T | undefined;
  copy?.removeAttribute('open');
  const compared = copy?.querySelector('[data-before-after]');
  compared?.replaceWith(...compared.querySelectorAll('.after picture'));
  return copy;
}

for (const popup of projectPopups()) bindPopup(popup);
addEventListener('hashchange', syncPopupsWithHash);
syncPopupsWithHash();

if (list) {
  refresh(list).catch((error) => {
    console.warn(FETCH_FAILED, error);
    void toast('error', FETCH_FAILED);
  });
}
