import './toast.css';

const LIFETIME = { success: 2000, error: 4000 };
const AT_MOST = 20;

let shelf: HTMLElement | undefined;

/** A passing message for the public pages, where React is not there. */
export function toast(text: string, kind: keyof typeof LIFETIME = 'success'): void {
  shelf ??= makeShelf();
  const item = document.createElement('p');
  item.className = `toast float toast--${kind}`;
  item.textContent = text;
  shelf.append(item);
  if (shelf.children.length > AT_MOST) shelf.firstElementChild?.remove();
  shelf.hidePopover();
  shelf.showPopover();
  setTimeout(() => item.remove(), LIFETIME[kind]);
}

/** A manual popover, so that it lies above open dialogs too. */
function makeShelf(): HTMLElement {
  const made = document.createElement('div');
  made.className = 'toasts';
  made.setAttribute('role', 'status');
  made.popover = 'manual';
  document.body.append(made);
  return made;
}
