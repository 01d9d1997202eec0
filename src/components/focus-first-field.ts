/** For use as a ref: focuses the field when it appears, and when a dialog around it is opened later. */
export function focusFirst(field: HTMLElement | null): void {
  field?.setAttribute('autofocus', '');
  field?.focus();
}
