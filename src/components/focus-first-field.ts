import { focusInView } from '../lib/focus-in-view.ts';

/** For use as a ref: focuses the field when it appears, and when a dialog around it is opened later. */
export function focusFirstField(field: HTMLElement | null): void {
  field?.setAttribute('autofocus', '');
  field?.focus();
}

/** Focuses the first field that is marked as wrong; false when none is. */
export function focusFirstInvalid(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) focusInView(field);
  return !!field;
}
