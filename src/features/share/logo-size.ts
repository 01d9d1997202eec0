const WIDEST = 6;

const numberIn = (found: RegExpExecArray | null): number => Number.parseFloat(found?.[1] ?? '');

/** The width of a logo at this height, from the proportions that its SVG gives; at most six times the height. */
export function logoWidth(svg: string, height: number): number {
  const [tag = ''] = /<svg[^>]*/i.exec(svg) ?? [];
  const box =
    /viewBox=["']([^"']*)/i
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? [];
  const [wide, high] =
    box.length === 4
      ? box.slice(2).map(Number)
      : [numberIn(/\swidth=["']([\d.]+)/i.exec(tag)), numberIn(/\sheight=["']([\d.]+)/i.exec(tag))];
  const share = (wide ?? 1) / (high ?? 1);
  return Math.round(height * Math.min(WIDEST, share > 0 ? share : 1));
}
