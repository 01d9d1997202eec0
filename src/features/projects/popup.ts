import { closeOnOutsideClick } from '../../components/dialog-triggers.ts';

/** The URL's hash names the open project, so that it can be shared and Back closes it. */
export const popups = (): HTMLDialogElement[] => [
  ...document.querySelectorAll<HTMLDialogElement>('.popup'),
];

export function syncWithHash(): void {
  for (const popup of popups()) {
    const shouldOpen = `#${popup.id}` === location.hash;
    if (!shouldOpen && popup.open) popup.close();
    if (shouldOpen && !popup.open) popup.showModal();
  }
}

export function bindPopup(popup: HTMLDialogElement): void {
  popup.addEventListener('close', () => {
    if (location.hash === `#${popup.id}`) history.replaceState(null, '', location.pathname);
  });
  closeOnOutsideClick(popup);
}
