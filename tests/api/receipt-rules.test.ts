import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { confirmationEmail } from '../../api/modules/orders/emails.ts';
import { listInstalments } from '../../api/modules/payments/queries.ts';
import type { ReceiptData } from '../../api/modules/receipts/document-data.ts';
import {
  documentNumber,
  documentNumberOf,
} from '../../api/modules/receipts/document-number-rules.ts';
import { amountInWords } from '../../api/modules/receipts/document-pdf.ts';
import { financialYear } from '../../api/modules/receipts/financial-year.ts';
import { stateCode } from '../../api/modules/receipts/gst-states.ts';
import { isGstin } from '../../api/modules/receipts/seller.ts';
import { taxIn } from '../../api/modules/receipts/tax-rules.ts';
import fc from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import { buy, orderOf, storedOrder } from '../support/payments.ts';
import { ASHA, buyer } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

// An invented number with a valid check digit.
const GSTIN = '27AAPFU0939F1ZV';

let app: TestApp;
let asha: Person;
beforeAll(async () => {
  app = await startTestApp({
    SELLER_NAME: 'VY Studio',
    SELLER_ADDRESS: '14 Law College Road, Pune 411004',
    SELLER_STATE: 'Maharashtra',
    SELLER_GSTIN: GSTIN,
  });
  asha = await buyer(app, ASHA);
});
afterEach(async () => {
  await checkCapturedPayments(app);
  await app.check();
});
afterAll(() => app.close());

const dataOf = async (number: string): Promise<ReceiptData> => {
  const { db } = app.server.services.store;
  const row = await db
    .selectFrom('receipts')
    .select('data')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.data);
};

test('starts the financial year on the first of April in India’s time zone', () => {
  expect(financialYear('2027-03-31T18:29:59.999Z')).toBe('2026-27');
  expect(financialYear('2027-03-31T18:30:00.000Z')).toBe('2027-28');
  expect(financialYear('2026-12-31T23:59:59.000Z')).toBe('2026-27');
  expect(financialYear('2099-12-01T00:00:00.000Z')).toBe('2099-00');
  expect(documentNumber('receipt', '2026-27', 1)).toBe('VY/2026-27/0001');
  expect(documentNumber('receipt', '2026-27', 99_999).length).toBeLessThanOrEqual(16);
  for (const serial of [1, 9_999, 10_000]) {
    const number = documentNumber('receipt', '2026-27', serial);
    expect(documentNumberOf(`${number.replaceAll('/', '-')}.pdf`)).toBe(number);
  }
});

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

test('splits the included tax within the seller’s state, charges IGST elsewhere and none without a GST number', () => {
  const seller = { gstin: GSTIN };
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e9 }), (amount) => {
      for (const state of ['27', '29', null]) {
        const { taxable, lines } = taxIn(amount, seller, state);
        const tax = lines.reduce((sum, line) => sum + line.amount, 0);
        expect(taxable + tax).toBe(amount);
        expect(Math.abs(tax - (amount * 18) / 118)).toBeLessThanOrEqual(1);
      }
      const [central, own] = taxIn(amount, seller, '27').lines;
      expect([central?.name, own?.name]).toEqual(['CGST', 'SGST']);
      expect(central?.amount).toBe(own?.amount);
    }),
  );
  expect(taxIn(11_800, seller, '27')).toEqual({
    taxable: 10_000,
    lines: [
      { name: 'CGST', rate: 9, amount: 900 },
      { name: 'SGST', rate: 9, amount: 900 },
    ],
  });
  expect(taxIn(11_800, seller, '29').lines).toEqual([{ name: 'IGST', rate: 18, amount: 1800 }]);
  expect(taxIn(11_800, { gstin: null }, '27')).toEqual({ taxable: 11_800, lines: [] });
});

test('recognizes states in any spelling and GST numbers by their check digit', () => {
  for (const typed of ['Maharashtra', ' maharashtra ', 'MH', 'MAHARASTRA']) {
    expect(stateCode(typed), typed).toBe('27');
  }
  expect(stateCode('Jammu & Kashmir')).toBe('01');
  expect(stateCode('Győr-Moson-Sopron')).toBeNull();
  expect(isGstin(GSTIN)).toBe(true);
  expect(isGstin('27AAPFU0939F1ZW')).toBe(false);
  expect(isGstin('27AAPFU0939F1Z')).toBe(false);
});

test('prints dates of emails and receipts in the seller’s time zone', async () => {
  const { orderId } = await buy(app, asha);
  const { db } = app.server.services.store;
  const [instalment] = await listInstalments(db, orderId);
  if (!instalment) throw new Error('the order has no instalment');
  // Evening in Europe is the next morning in India.
  const order = { ...(await storedOrder(app, orderId)), delivery_date: '2026-11-03T20:00:00.000Z' };
  const mail = await confirmationEmail(app.server.config, order, instalment);
  expect(mail.text).toContain('4 November 2026');
  const [{ receipt }] = (await orderOf(asha, orderId)).payments;
  expect(await dataOf(receipt)).toMatchObject({ timeZone: 'Asia/Kolkata' });
});
