const KNOWS_COMMANDS = Reflect.has(HTMLButtonElement.prototype, 'command');
const KNOWS_CLOSED_BY = Reflect.has(HTMLDialogElement.prototype, 'closedBy');

/** command="…" for browsers that do not know it yet. */
export function bindDialogTriggers(dialog: HTMLDialogElement): void {
  if (KNOWS_COMMANDS) return;
  for (const button of document.querySelectorAll(`[commandfor="${dialog.id}"]`)) {
    const opens = button.getAttribute('command') === 'show-modal';
    button.addEventListener('click', () => (opens ? dialog.showModal() : dialog.close()));
  }
}

/** Fetches the islands within while the finger is still on its way to the button. */
export function wake(dialog: HTMLDialogElement): void {
  const reach = () => {
    for (const island of dialog.querySelectorAll('astro-island')) {
      island.dispatchEvent(new Event('reach'));
    }
  };
  for (const button of document.querySelectorAll(`[commandfor="${dialog.id}"]`)) {
    for (const sign of ['pointerover', 'touchstart', 'focus', 'click']) {
      button.addEventListener(sign, reach, { passive: true, once: true });
    }
  }
  // The browser opens it by itself for whoever was quicker than this script.
  if (dialog.open) reach();
}

/** closedby="any" for browsers that do not know it yet. */
export function closeOnOutsideClick(dialog: HTMLDialogElement): void {
  if (KNOWS_CLOSED_BY) return;
  let began = false;
  dialog.addEventListener('mousedown', (event) => {
    began = event.target === dialog;
  });
  dialog.addEventListener('click', (event) => {
    if (began && event.target === dialog) dialog.close();
  });
}
