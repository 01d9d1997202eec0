const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled');

/**
 * When the control that has the focus disappears, its nearest surroundings get the focus, and a control that was
 * disabled for a while gets it back; otherwise the keyboard would start at the top of the page again. Returns a
 * function that stops it.
 */
export function keepFocus(root: HTMLElement): () => void {
  /** The control that has the focus, and everything around it. */
  let path: HTMLElement[] = [];
  const onFocusIn = ({ target }: FocusEvent) => {
    path = [];
    let around = target instanceof HTMLElement ? target : null;
    for (; around && root.contains(around); around = around.parentElement) path.push(around);
  };
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      const [control] = path;
      if (control && control === target && isUsable(control)) path = [];
    });
  const observer = new MutationObserver(() => {
    const [control] = path;
    if (!control || document.activeElement !== document.body) return;
    // One that is disabled is waited for: most are so while a request runs.
    if (control.isConnected && !isUsable(control)) return;
    const next = isUsable(control) ? control : path.find((each) => each.isConnected);
    if (next && next !== control) next.setAttribute('tabindex', '-1');
    next?.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', onFocusIn);
  root.addEventListener('focusout', onFocusOut);
  const changes = { childList: true, subtree: true, attributeFilter: ['disabled'] };
  observer.observe(root, changes);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', onFocusIn);
    root.removeEventListener('focusout', onFocusOut);
  };
}
