/** Marks the boxes of a code as wrong, or no longer so. */
export function markCodeInvalid(boxes: HTMLElement | null, isInvalid: boolean): void {
  if (!boxes) return;
  for (const box of boxes.querySelectorAll('[inputmode]'))
    box.setAttribute('aria-invalid', String(isInvalid));
  if (isInvalid) boxes.setAttribute('aria-describedby', 'code-problem');
  else boxes.removeAttribute('aria-describedby');
}
