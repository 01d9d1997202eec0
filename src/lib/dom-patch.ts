/** The element with data-part="name" in prerendered markup. */
export const findPart = <T extends Element = HTMLElement>(root: ParentNode, name: string) =>
  root.querySelector<T>(`[data-part="${name}"]`);

/** Writes only a changed value, to avoid a needless repaint. */
export function setText(root: ParentNode, name: string, value: string): void {
  const element = findPart(root, name);
  if (element && element.textContent !== value) element.textContent = value;
}

export function setAttribute(element: Element | null, name: string, value: string): void {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets the children and their order; does nothing when they are already the same. */
export function setChildren(parent: Element, children: Element[]): void {
  const hasSameLength = parent.children.length === children.length;
  if (hasSameLength && children.every((child, at) => parent.children[at] === child)) return;
  parent.replaceChildren(...children);
}
