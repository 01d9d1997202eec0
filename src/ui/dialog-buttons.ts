/** command="…" and closedby="any" for browsers that do not know them yet. */
export function openBy(id: string): void {
  const dialog = document.querySelector<HTMLDialogElement>(`#${id}`);
  if (!dialog) return;
  if (!('command' in HTMLButtonElement.prototype)) {
    for (const button of document.querySelectorAll(`[commandfor="${id}"]`)) {
      const opens = button.getAttribute('command') === 'show-modal';
      button.addEventListener('click', () => (opens ? dialog.showModal() : dialog.close()));
    }
  }
  if (!('closedBy' in dialog)) {
    dialog.addEventListener('click', (event: Event) => {
      if (event.target === dialog) dialog.close();
    });
  }
}
