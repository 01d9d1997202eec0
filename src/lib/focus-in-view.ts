/** Focuses a field and shows it with its label and error, below whatever stays at the top of the screen. */
export function focusInView(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  (field.closest('.field') ?? field).scrollIntoView({ block: 'center' });
}
