import { closeOutside } from '../../ui/dialog-buttons.ts';

/** The address names the open project, so that it can be shared and the way back closes it. */
const popups = [...document.querySelectorAll<HTMLDialogElement>('.popup')];
const named = () => popups.find(({ id }) => `#${id}` === location.hash);

function follow(): void {
  const wanted = named();
  for (const popup of popups) {
    if (popup !== wanted && popup.open) popup.close();
  }
  if (wanted && !wanted.open) wanted.showModal();
}

for (const popup of popups) {
  popup.addEventListener('close', () => {
    if (location.hash === `#${popup.id}`) history.replaceState(null, '', location.pathname);
  });
  closeOutside(popup);
}

addEventListener('hashchange', follow);
follow();
