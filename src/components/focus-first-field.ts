/** As a ref: the field has the focus when it appears, also in a dialog that is opened after it was drawn. */
export function focusFirst(field: HTMLElement | null): void {
  field?.setAttribute('autofocus', '');
  field?.focus();
}
