const SUPPORTS_COMMANDS = Reflect.has(HTMLButtonElement.prototype, 'command');
const SUPPORTS_CLOSED_BY = Reflect.has(HTMLDialogElement.prototype, 'closedBy');

/** Implements command="…" for browsers that do not support it. */
export function bindDialogTriggers(dialog: HTMLDialogElement): void {
  if (SUPPORTS_COMMANDS) return;
  for (const button of document.querySelectorAll(`[commandfor="${dialog.id}"]`)) {
    const opens = button.getAttribute('command') === 'show-modal';
    button.addEventListener('click', () => (opens ? dialog.showModal() : dialog.close()));
  }
}

/** Hydrates the islands of a dialog as soon as the pointer or the focus reaches its button. */
export function hydrateBeforeOpening(dialog: HTMLDialogElement): void {
  const hydrateIslands = () => {
    for (const island of dialog.querySelectorAll('astro-island')) {
      island.dispatchEvent(new Event('hydrate'));
    }
  };
  for (const button of document.querySelectorAll(`[commandfor="${dialog.id}"]`)) {
    for (const type of ['pointerover', 'touchstart', 'focus', 'click']) {
      button.addEventListener(type, hydrateIslands, { passive: true, once: true });
    }
  }
  // The browser can have opened the dialog before this script ran.
  if (dialog.open) hydrateIslands();
}

/** Implements closedby="any" for browsers that do not support it. */
export function closeOnOutsideClick(dialog: HTMLDialogElement): void {
  if (SUPPORTS_CLOSED_BY) return;
  let startedOutside = false;
  dialog.addEventListener('mousedown', (event) => {
    startedOutside = event.target === dialog;
  });
  dialog.addEventListener('click', (event) => {
    if (startedOutside && event.target === dialog) dialog.close();
  });
}
