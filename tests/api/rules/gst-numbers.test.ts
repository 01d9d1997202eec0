import { expect, test } from 'vitest';
import { readSeller } from '../../../api/modules/billing/seller.ts';
import {
  gstinProblem,
  isGstin,
  stateCode,
  stateName,
  stateOfPin,
} from '../../../api/modules/orders/gst-rules.ts';

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
  ['744101', 'Andaman And Nicobar Islands'],
  ['900001', ''],
  ['4110', ''],
])('the PIN code %s suggests the state %j', (pin, state) =>
  expect(stateName(stateOfPin(pin) ?? '')).toBe(state),
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

test('a seller without settings is not registered', () => {
  const mistakes: string[] = [];
  expect(readSeller({}, mistakes)).toEqual({
    name: '',
    address: '',
    state: '',
    gstin: null,
    sac: '998314',
  });
  expect(mistakes).toEqual([]);
});

test('a registered seller is read from the settings, the number in any case', () => {
  const mistakes: string[] = [];
  const env = { ...ENV, SELLER_GSTIN: GSTIN.toLowerCase(), SELLER_SAC: '998313' };
  expect(readSeller(env, mistakes)).toEqual({
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
  readSeller({ ...ENV, ...changes }, mistakes);
  expect(mistakes).toEqual(expected.map((each) => expect.stringMatching(each)));
});
