/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

type Child = Node | string | null;

/** Creates an element with attributes and children; text only, never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  card: 'M3 6.5h18v11H3zM3 10.5h18M6.5 14.5h4',
  upi: 'M13 3L6 13.5h5L10 21l8-11h-5.5z',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
};

export function icon(name: keyof typeof PATHS): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

/** Formats paise as rupees with Indian grouping: 12345678 becomes ₹1,23,456.78. */
export function money(paise: number, currency: string): string {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  return format.format(paise / 100);
}

/** Traps the Tab key in the dialog: a modal dialog alone lets it reach the browser's toolbars. */
export function keepFocus(dialog: HTMLDialogElement, root: ShadowRoot): void {
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [...dialog.querySelectorAll<HTMLElement>('button, input, a')].filter(
      (each) => each.checkVisibility() && isTabStop(each),
    );
    const last = stops.at(-1);
    const [from, to] = event.shiftKey ? [stops[0], last] : [last, stops[0]];
    if (root.activeElement !== from || !to) return;
    event.preventDefault();
    to.focus();
  });
}

/** Whether an element is a tab stop. In a radio group only the selected one is. */
function isTabStop(element: HTMLElement): boolean {
  return !(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked;
}
