// Opens the form over the page of the gig or the seller; without scripts its link leads to the form over the orders.
const dialog = document.querySelector<HTMLDialogElement>('#question');
const link = document.querySelector<HTMLAnchorElement>('[data-ask]');

const hydrate = () => dialog?.querySelector('astro-island')?.dispatchEvent(new Event('hydrate'));
for (const type of ['pointerover', 'touchstart', 'focus']) {
  link?.addEventListener(type, hydrate, { passive: true, once: true });
}
link?.addEventListener('click', (event) => {
  if (!dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  hydrate();
  dialog.showModal();
  dialog.querySelector('textarea')?.focus();
});
