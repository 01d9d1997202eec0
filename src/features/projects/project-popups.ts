import { closeOnOutsideClick } from '../../components/dialog-triggers.ts';

/** The URL's hash names the open project, so that it can be shared and Back closes it. */
export const projectPopups = (): HTMLDialogElement[] => [
  ...document.querySelectorAll<HTMLDialogElement>('.popup'),
];

/** The return value of a popup that a navigation closed: its address is already another one. */
const NAVIGATED = 'navigated';

export function syncPopupsWithHash(): void {
  for (const popup of projectPopups()) {
    const shouldOpen = `#${popup.id}` === location.hash;
    if (!shouldOpen && popup.open) popup.close(NAVIGATED);
    if (shouldOpen && !popup.open) {
      popup.returnValue = '';
      popup.showModal();
    }
  }
}

export function bindPopup(popup: HTMLDialogElement): void {
  popup.addEventListener('close', () => {
    // The event comes later: the popup may be open again, or its address there again.
    if (popup.open || popup.returnValue === NAVIGATED) return;
    if (location.hash === `#${popup.id}`) history.replaceState(null, '', location.pathname);
  });
  closeOnOutsideClick(popup);
}
