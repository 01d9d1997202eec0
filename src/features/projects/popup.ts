import { closeOnOutsideClick } from '../../components/dialog-triggers.ts';

/** The address names the open project, so that it can be shared and the way back closes it. */
export const popups = (): HTMLDialogElement[] => [
  ...document.querySelectorAll<HTMLDialogElement>('.popup'),
];

export function follow(): void {
  for (const popup of popups()) {
    const wanted = `#${popup.id}` === location.hash;
    if (!wanted && popup.open) popup.close();
    if (wanted && !popup.open) popup.showModal();
  }
}

export function makeReady(popup: HTMLDialogElement): void {
  popup.addEventListener('close', () => {
    if (location.hash === `#${popup.id}`) history.replaceState(null, '', location.pathname);
  });
  closeOnOutsideClick(popup);
}
