/** Splits a price into equal instalments of whole rupees. The first takes the remainder. */
export function splitEqually(rupees: number, count: number): number[] {
  const paise = Math.round(rupees * 100);
  const each = Math.floor(paise / count / 100) * 100;
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? (paise - each * (count - 1)) / 100 : each / 100,
  );
}
