import { isIndia, plainWords } from './rules.ts';

export { isIndia };

/** GST codes of India's states and union territories, with the spellings that people use. */
const STATES: Record<string, string> = {
  '01': 'jammu and kashmir|jk',
  '02': 'himachal pradesh|hp',
  '03': 'punjab|pb',
  '04': 'chandigarh|ch',
  '05': 'uttarakhand|uk|uttaranchal',
  '06': 'haryana|hr',
  '07': 'delhi|dl|new delhi|nct of delhi',
  '08': 'rajasthan|rj',
  '09': 'uttar pradesh|up',
  '10': 'bihar|br',
  '11': 'sikkim|sk',
  '12': 'arunachal pradesh|ar',
  '13': 'nagaland|nl',
  '14': 'manipur|mn',
  '15': 'mizoram|mz',
  '16': 'tripura|tr',
  '17': 'meghalaya|ml',
  '18': 'assam|as',
  '19': 'west bengal|wb',
  '20': 'jharkhand|jh',
  '21': 'odisha|od|orissa|or',
  '22': 'chhattisgarh|cg|ct',
  '23': 'madhya pradesh|mp',
  '24': 'gujarat|gj',
  '26': 'dadra and nagar haveli and daman and diu|dn|dd|daman and diu|dadra and nagar haveli',
  '27': 'maharashtra|mh|maharastra',
  '29': 'karnataka|ka',
  '30': 'goa|ga',
  '31': 'lakshadweep|ld',
  '32': 'kerala|kl',
  '33': 'tamil nadu|tn|tamilnadu',
  '34': 'puducherry|py|pondicherry',
  '35': 'andaman and nicobar islands|an|andaman and nicobar',
  '36': 'telangana|ts|tg',
  '37': 'andhra pradesh|ap',
  '38': 'ladakh|la',
};

const CODES = new Map(
  Object.entries(STATES).flatMap(([code, names]) =>
    names.split('|').map((name): [string, string] => [name, code]),
  ),
);

/** The states in which post offices with these first digits of a PIN code are; three digits win over two. */
const PIN_STATES: Record<string, string> = {
  '07': '11',
  '06': '12 13',
  '03': '14 15',
  '04': '160',
  '02': '17',
  '01': '18 19',
  '38': '194',
  '09': '20 21 22 23 24 25 26 27 28',
  '05': '248 249 263',
  '08': '30 31 32 33 34',
  '24': '36 37 38 39',
  '27': '40 41 42 43 44',
  '30': '403',
  '23': '45 46 47 48',
  '22': '49',
  '36': '50',
  '37': '51 52 53',
  '29': '56 57 58 59',
  '33': '60 61 62 63 64',
  '34': '605',
  '32': '67 68 69',
  '19': '70 71 72 73 74',
  '11': '737',
  '35': '744',
  '21': '75 76 77',
  '18': '78',
  '12': '790 791 792',
  '17': '793 794',
  '14': '795',
  '15': '796',
  '13': '797 798',
  '16': '799',
  '10': '80 81 82 84 85',
  '20': '814 815 816 822 825 826 827 828 829 83',
};

const PIN_CODES = new Map(
  Object.entries(PIN_STATES).flatMap(([code, starts]) =>
    starts.split(' ').map((start): [string, string] => [start, code]),
  ),
);

/** The GST code of a typed state; null if it is not in India. */
export const stateCode = (typed: string): string | null => CODES.get(plainWords(typed)) ?? null;

/** The name of the state with this GST code: '27' → 'Maharashtra'. */
export const stateName = (code: string): string =>
  (STATES[code]?.split('|')[0] ?? '').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The GST code of the state that a PIN code suggests: some districts share their first digits with a neighbour. */
export function stateOfPin(pin: string): string | null {
  const digits = pin.replaceAll(' ', '');
  if (!/^[1-8]\d{5}$/.test(digits)) return null;
  return PIN_CODES.get(digits.slice(0, 3)) ?? PIN_CODES.get(digits.slice(0, 2)) ?? null;
}

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Checks the format and the check digit (base 36, weights 1 and 2) of a GSTIN. */
export function isGstin(text: string): boolean {
  if (!GSTIN.test(text)) return false;
  const sum = [...text.slice(0, 14)].reduce((total, each, at) => {
    const product = DIGITS.indexOf(each) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS[(36 - (sum % 36)) % 36] === text[14];
}

/** Why a company's GSTIN cannot stand on its papers; null if it can. */
export function gstinProblem(gstin: string, place: { state: string; country: string }) {
  if (!isGstin(gstin)) return GSTIN_WRONG;
  if (!isIndia(place.country)) return GSTIN_ABROAD;
  return stateCode(place.state) === gstin.slice(0, 2)
    ? null
    : `This GSTIN belongs to ${stateName(gstin.slice(0, 2)) || 'another state'}. Please enter that state, or the company’s GSTIN for this one.`;
}

export const GSTIN_WRONG = 'This is not a GSTIN: 15 characters, the last a check digit.';
const GSTIN_ABROAD = 'A GSTIN belongs to an address in India. Please leave it empty.';
