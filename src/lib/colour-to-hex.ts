/** A colour token as #rrggbb, for libraries that do not support light-dark(). */
export function colourToHex(token: string): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = `var(${token})`;
  const parts = getComputedStyle(probe).color.match(/\d+/g) ?? [];
  probe.remove();
  const hex = parts.slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}
