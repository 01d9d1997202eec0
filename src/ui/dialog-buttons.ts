const KNOWS_COMMANDS = Reflect.has(HTMLButtonElement.prototype, 'command');
const KNOWS_CLOSED_BY = Reflect.has(HTMLDialogElement.prototype, 'closedBy');

/** command="…" for browsers that do not know it yet. */
export function openByButtons(dialog: HTMLDialogElement): void {
  if (KNOWS_COMMANDS) return;
  for (const button of document.querySelectorAll(`[commandfor="${dialog.id}"]`)) {
    const opens = button.getAttribute('command') === 'show-modal';
    button.addEventListener('click', () => (opens ? dialog.showModal() : dialog.close()));
  }
}

/** closedby="any" for browsers that do not know it yet. */
export function closeOutside(dialog: HTMLDialogElement): void {
  if (KNOWS_CLOSED_BY) return;
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}
