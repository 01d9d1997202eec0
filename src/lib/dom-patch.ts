/** The place in prerendered markup that carries data-part="name". */
export const partOf = <T extends Element = HTMLElement>(root: ParentNode, name: string) =>
  root.querySelector<T>(`[data-part="${name}"]`);

/** Writes only what differs, so that nothing is drawn anew without need. */
export function setText(root: ParentNode, name: string, value: string): void {
  const place = partOf(root, name);
  if (place && place.textContent !== value) place.textContent = value;
}

export function setAttribute(place: Element | null, name: string, value: string): void {
  if (place && place.getAttribute(name) !== value) place.setAttribute(name, value);
}

/** Puts these children in this order; nothing moves when they stand that way already. */
export function arrange(parent: Element, children: Element[]): void {
  const same = parent.children.length === children.length;
  if (same && children.every((child, at) => parent.children[at] === child)) return;
  parent.replaceChildren(...children);
}
