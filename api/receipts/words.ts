const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const STEPS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const;

/** A whole number in words, counted as in India: 12,34,567 is twelve lakh. */
export function inWords(value: number): string {
  for (const [step, name] of STEPS) {
    if (value < step) continue;
    const rest = value % step;
    const head = `${inWords(Math.floor(value / step))} ${name}`;
    if (rest === 0) return head;
    return `${head}${rest < 100 ? ' and' : ''} ${inWords(rest)}`;
  }
  if (value < 20) return ONES[value] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? tens : `${tens}-${ONES[value % 10]}`;
}

/** 1249950 → 'Rupees twelve thousand four hundred and ninety-nine and fifty paise only'. */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const parts = [rupees > 0 || rest === 0 ? `Rupees ${inWords(rupees)}` : ''];
  if (rest > 0) parts.push(`${inWords(rest)} paise`);
  const text = `${parts.filter(Boolean).join(' and ')} only`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
