import { expect, test } from 'vitest';
import { amountInWords } from '../../api/modules/billing/document-pdf.ts';

test('writes amounts in words in lakh and crore with rupees and paise', () => {
  const words: Record<number, string> = {
    0: 'Zero Rupees',
    50: 'Fifty Paise',
    100: 'One Rupee',
    101: 'One Rupee And One Paisa',
    4000: 'Forty Rupees',
    10115: 'One Hundred One Rupees And Fifteen Paise',
    1249950: 'Twelve Thousand Four Hundred Ninety Nine Rupees And Fifty Paise',
    10000000: 'One Lakh Rupees',
    123456700: 'Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven Rupees',
    3000001900: 'Three Crore Nineteen Rupees',
  };
  for (const [paise, text] of Object.entries(words)) {
    expect(amountInWords(Number(paise))).toBe(`${text} Only`);
  }
});
