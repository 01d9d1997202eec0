import { expect, test } from 'vitest';
import {
  gstinProblem,
  isGstin,
  placeProblem,
  plainGstin,
  STATE_NAMES,
  stateCode,
  stateName,
  stateOfPin,
} from '../../../api/modules/orders/gst-rules.ts';
import { sellerInEnv } from '../../../api/modules/orders/seller.ts';

// Invented numbers with valid check digits.
const GSTIN = '27AAPFU0939F1ZV';

test.each([
  ['Maharashtra', '27'],
  [' maharashtra ', '27'],
  ['MH', '27'],
  ['MAHARASTRA', '27'],
  ['Jammu & Kashmir', '01'],
  ['jammu&kashmir', '01'],
  ['Andaman  and_Nicobar', '35'],
  ['M.H.', '27'],
  ['महाराष्ट्र', '27'],
  ['Tamilnadu', '33'],
  ['J & K', '01'],
  ['N.C.T. of Delhi', '07'],
  ['ਪੰਜਾਬ', '03'],
  ['Mumbai', null],
  ['Győr-Moson-Sopron', null],
  ['', null],
])('the state %j has the code %s', (typed, code) => expect(stateCode(typed)).toBe(code));

test.each([
  [GSTIN, true],
  ['29ABCDE1234B1Z4', true],
  ['27AAPFU0939F1ZW', false],
  ['27AAPFU0939F1Z', false],
  ['27AAPFU0939F1ZVV', false],
  ['T27AAPFU0939F1ZV', false],
  ['27aapfu0939f1zv', false],
  ['', false],
])('the check digit of %s decides whether it is a GST number: %s', (text, is) => {
  expect(isGstin(text)).toBe(is);
});

test.each([
  ['411004', 'Maharashtra'],
  ['403 001', 'Goa'],
  ['110001', 'Delhi'],
  ['194101', 'Ladakh'],
  ['248001', 'Uttarakhand'],
  ['834001', 'Jharkhand'],
  ['744101', 'Andaman and Nicobar Islands'],
  ['900001', ''],
  ['4110', ''],
])('the PIN code %s suggests the state %j', (pin, state) =>
  expect(stateName(stateOfPin(pin) ?? '')).toBe(state),
);

test('36 states and union territories are suggested, each of which is recognised', () => {
  expect(STATE_NAMES).toHaveLength(36);
  expect(new Set(STATE_NAMES.map(stateCode)).size).toBe(36);
  expect(STATE_NAMES).toContain('Dadra and Nagar Haveli and Daman and Diu');
});

test.each([
  ['Maharashtra', 'India', null],
  ['m.h.', 'भारत', null],
  ['Mumbai', 'India', 'state'],
  ['', 'Bharat', 'state'],
  ['Texas', 'United States', null],
  ['Maharashtra', 'Indya', 'country'],
])('of the place %j, %j the field that is asked for again is %s', (state, country, field) =>
  expect(placeProblem({ state, country })?.field ?? null).toBe(field),
);

test.each([
  ['27 AAPFU-0939F 1ZV', '27AAPFU0939F1ZV'],
  ['27aapfu0939f1zv', '27AAPFU0939F1ZV'],
  ['27\u2013AAPFU0939F\u20111ZV', '27AAPFU0939F1ZV'],
])('the GSTIN %j is taken as %s', (typed, plain) => {
  expect(plainGstin(typed)).toBe(plain);
  expect(gstinProblem(plain, { state: 'Maharashtra', country: 'India' })).toBeNull();
});

test.each([
  // Deductors by PAN and by TAN, a collector, an embassy: a check digit where the format has one that is published.
  ['27AAPFU0939F1D1', /^This is not a GSTIN/],
  ['2717USA00012UN2', null],
  ['9917USA29001OS3', /supplier from abroad/],
  ['2717USA00012NR2', /supplier from abroad/],
  ['27AAPFU0939F1QV', /^This is not a GSTIN/],
])('the number %s of another kind is taken, or the sentence says why not: %s', (gstin, why) => {
  const problem = gstinProblem(gstin, { state: 'Maharashtra', country: 'India' });
  expect(problem).toEqual(why && expect.stringMatching(why));
});

test.each(['27AAPFU0939F1D', '27MUMA01234B1D', '27AAPFU0939F1C'])(
  'a number that begins with %s is of who deducts or collects tax at source, and one check digit fits it',
  (start) => {
    const fitting = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
      (digit) =>
        gstinProblem(`${start}${digit}`, { state: 'Maharashtra', country: 'India' }) === null,
    );
    expect(fitting).toHaveLength(1);
    expect(isGstin(`${start}${fitting[0]}`)).toBe(false);
  },
);

test('a company’s GSTIN must be of the state of its address, and of none abroad', () => {
  const at = (state: string, country = 'India') => gstinProblem(GSTIN, { state, country });
  expect(at('maharashtra')).toBeNull();
  expect(at('Karnataka')).toContain('belongs to Maharashtra');
  expect(at('Texas', 'United States')).toContain('leave it empty');
});

const ENV = {
  SELLER_NAME: 'VY Studio',
  SELLER_ADDRESS: '14 Law College Road, Pune 411004',
  SELLER_STATE: 'Maharashtra',
  SELLER_GSTIN: GSTIN,
};

test('a seller without settings is left to the dashboard', () => {
  const mistakes: string[] = [];
  expect(sellerInEnv({}, mistakes)).toEqual({});
  expect(mistakes).toEqual([]);
});

test('a registered seller is read from the settings, the number in any case', () => {
  const mistakes: string[] = [];
  const env = { ...ENV, SELLER_GSTIN: GSTIN.toLowerCase(), SELLER_SAC: '998313' };
  expect(sellerInEnv(env, mistakes)).toEqual({
    name: ENV.SELLER_NAME,
    address: ENV.SELLER_ADDRESS,
    state: ENV.SELLER_STATE,
    gstin: GSTIN,
    sac: '998313',
  });
  expect(mistakes).toEqual([]);
});

test.each([
  [{ SELLER_GSTIN: '27AAPFU0939F1ZW' }, [/^SELLER_GSTIN/]],
  [{ SELLER_STATE: 'Karnataka' }, [/^SELLER_STATE/]],
  [{ SELLER_STATE: undefined }, [/^SELLER_STATE/]],
  [{ SELLER_ADDRESS: '' }, [/^SELLER_ADDRESS/]],
  [{ SELLER_GSTIN: 'x', SELLER_ADDRESS: undefined }, [/^SELLER_GSTIN/, /^SELLER_ADDRESS/]],
])('settings that cannot be printed stop the start: %o', (changes, expected) => {
  const mistakes: string[] = [];
  sellerInEnv({ ...ENV, ...changes }, mistakes);
  expect(mistakes).toEqual(expected.map((each) => expect.stringMatching(each)));
});
