import type { PublicProjectDto } from '../../../api/modules/catalog/projects/kind.ts';
import { closeOnOutsideClick } from '../../components/dialog-triggers.ts';
import { toast } from '../../components/toast.ts';

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

const itemsIn = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-item]')];

/** A page that was fetched ahead of a click, before a publish, takes over what the one of now has. */
async function refresh(shown: HTMLElement): Promise<void> {
  const response = await fetch('/api/v1/client/get-project');
  if (!response.ok) throw new Error(FETCH_FAILED);
  const { data } = (await response.json()) as { data: PublicProjectDto[] };
  const ids = itemsIn(shown).map(({ dataset }) => dataset['item']);
  if (ids.join() === data.map(({ _id }) => _id).join()) return;
  const now = await fetch(location.pathname);
  if (!now.ok) throw new Error(FETCH_FAILED);
  const page = new DOMParser().parseFromString(await now.text(), 'text/html');
  const known = itemsIn(shown);
  const items = itemsIn(page).map(
    (item) => known.find(({ dataset }) => dataset['item'] === item.dataset['item']) ?? item,
  );
  shown.replaceChildren(...items);
  for (const popup of projectPopups()) if (!page.getElementById(popup.id)) popup.remove();
  for (const popup of page.querySelectorAll<HTMLDialogElement>('.popup')) {
    if (document.getElementById(popup.id)) continue;
    shown.closest('main')?.append(popup);
    bindPopup(popup);
  }
  syncPopupsWithHash();
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
