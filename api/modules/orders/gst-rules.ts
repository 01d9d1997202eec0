import { isAbroad } from './country-rules.ts';
import { isIndia } from './rules.ts';

export { isIndia };

/** GST codes of India's states and union territories, with the spellings that people use. */
const STATES: Record<string, string> = {
  '01': 'jammu and kashmir|jk|j and k|जम्मू और कश्मीर|جموں و کشمیر',
  '02': 'himachal pradesh|hp|हिमाचल प्रदेश|himachal',
  '03': 'punjab|pb|panjab|ਪੰਜਾਬ|पंजाब',
  '04': 'chandigarh|ch|chandigarh ut|चंडीगढ़',
  '05': 'uttarakhand|uk|uttaranchal|ut|उत्तराखंड|उत्तराखण्ड',
  '06': 'haryana|hr|हरियाणा',
  '07': 'delhi|dl|new delhi|nct of delhi|national capital territory of delhi|delhi ncr|दिल्ली|नई दिल्ली',
  '08': 'rajasthan|rj|राजस्थान',
  '09': 'uttar pradesh|up|उत्तर प्रदेश',
  '10': 'bihar|br|बिहार',
  '11': 'sikkim|sk|सिक्किम',
  '12': 'arunachal pradesh|ar|अरुणाचल प्रदेश|arunachal',
  '13': 'nagaland|nl|नागालैंड',
  '14': 'manipur|mn|मणिपुर',
  '15': 'mizoram|mz|मिज़ोरम',
  '16': 'tripura|tr|त्रिपुरा|ত্রিপুরা',
  '17': 'meghalaya|ml|मेघालय',
  '18': 'assam|as|असम|অসম|আসাম',
  '19': 'west bengal|wb|पश्चिम बंगाल|পশ্চিমবঙ্গ|bengal|paschim banga',
  '20': 'jharkhand|jh|झारखंड|झारखण्ड',
  '21': 'odisha|od|orissa|or|ओडिशा|ଓଡ଼ିଶା',
  '22': 'chhattisgarh|cg|ct|chattisgarh|chhatisgarh|chatisgarh|छत्तीसगढ़',
  '23': 'madhya pradesh|mp|मध्य प्रदेश',
  '24': 'gujarat|gj|gujrat|गुजरात|ગુજરાત',
  '26': 'dadra and nagar haveli and daman and diu|dn|dd|daman and diu|dadra and nagar haveli|dnh and dd|dnhdd|dadra and nagar haveli daman and diu|दादरा और नगर हवेली और दमन और दीव',
  '27': 'maharashtra|mh|maharastra|महाराष्ट्र',
  '29': 'karnataka|ka|karnatak|कर्नाटक|ಕರ್ನಾಟಕ',
  '30': 'goa|ga|गोवा|गोंय',
  '31': 'lakshadweep|ld|lakshadweep islands|लक्षद्वीप',
  '32': 'kerala|kl|केरल|കേരളം|keralam',
  '33': 'tamil nadu|tn|tamilnadu|tamil nad|तमिलनाडु|தமிழ்நாடு',
  '34': 'puducherry|py|pondicherry|puduchery|पुडुचेरी|புதுச்சேரி',
  '35': 'andaman and nicobar islands|an|andaman and nicobar|a and n islands|अंडमान और निकोबार द्वीपसमूह',
  '36': 'telangana|ts|tg|telengana|तेलंगाना|తెలంగాణ',
  '37': 'andhra pradesh|ap|andhra|आंध्र प्रदेश|ఆంధ్రప్రదేశ్',
  '38': 'ladakh|la|लद्दाख',
};

/** Letters only: "M.H." and "Tamilnadu" are the names that they are read as. */
const lettersOf = (name: string): string =>
  name
    .normalize()
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{M}]/gu, '');

const CODES = new Map(
  Object.entries(STATES).flatMap(([code, names]) =>
    names.split('|').map((name): [string, string] => [lettersOf(name), code]),
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
export const stateCode = (typed: string): string | null => CODES.get(lettersOf(typed)) ?? null;

/** The name of the state with this GST code: '27' → 'Maharashtra'. */
export const stateName = (code: string): string =>
  (STATES[code]?.split('|')[0] ?? '').replace(/\b(?!and\b)[a-z]/g, (letter) =>
    letter.toUpperCase(),
  );

/** The names of all states and union territories. */
export const STATE_NAMES: string[] = Object.keys(STATES)
  .map(stateName)
  .sort((a, b) => a.localeCompare(b, 'en'));

/** The GST code of the state that a PIN code suggests: some districts share their first digits with a neighbour. */
export function stateOfPin(pin: string): string | null {
  const digits = pin.replaceAll(' ', '');
  if (!/^[1-8]\d{5}$/.test(digits)) return null;
  return PIN_CODES.get(digits.slice(0, 3)) ?? PIN_CODES.get(digits.slice(0, 2)) ?? null;
}

/** As it is typed or pasted, with spaces and dashes. */
export const plainGstin = (typed: string): string =>
  typed.toUpperCase().replace(/[\s\p{Pd}.]/gu, '');

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
/** Who deducts or collects tax at source, such as a government office, also by a TAN in place of a PAN. */
const GSTIN_AT_SOURCE = /^\d{2}[A-Z]{4}[\dA-Z]\d{4}[A-Z][1-9A-Z][CD][\dA-Z]$/;
/** An embassy or a body of the United Nations (UIN). */
const UIN = /^\d{4}[A-Z]{3}\d{5}[OU]N[\dA-Z]$/;
/** A supplier from abroad, of online services (OIDAR) or for a time, which buys nothing in India by it. */
const GSTIN_FROM_ABROAD = /^\d{4}[A-Z]{3}\d{5}(OS|NR)[\dA-Z]$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Whether this is the GSTIN of a business that supplies: its format and its check digit. */
export const isGstin = (text: string): boolean => GSTIN.test(text) && hasCheckDigit(text);

/** Base 36, weights 1 and 2. */
function hasCheckDigit(text: string): boolean {
  const sum = [...text.slice(0, 14)].reduce((total, each, at) => {
    const product = DIGITS.indexOf(each) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS[(36 - (sum % 36)) % 36] === text[14];
}

/**
 * Why a buyer's place decides no tax; null if it does. What is not known is asked: guessed, it would be another state or
 * another country on papers.
 */
export function placeProblem({ state, country }: { state: string; country: string }) {
  if (isIndia(country)) return stateCode(state) ? null : { field: 'state', text: STATE_UNKNOWN };
  return isAbroad(country) ? null : { field: 'country', text: COUNTRY_UNKNOWN };
}

/** Why a company's GSTIN cannot stand on its papers; null if it can. */
export function gstinProblem(gstin: string, place: { state: string; country: string }) {
  if (GSTIN_FROM_ABROAD.test(gstin)) return GSTIN_OF_SUPPLIER;
  const isOther = GSTIN_AT_SOURCE.test(gstin) ? hasCheckDigit(gstin) : UIN.test(gstin);
  if (!isGstin(gstin) && !isOther) return GSTIN_WRONG;
  if (!isIndia(place.country)) return GSTIN_ABROAD;
  return stateCode(place.state) === gstin.slice(0, 2)
    ? null
    : `This GSTIN belongs to ${stateName(gstin.slice(0, 2)) || 'another state'}. Please enter that state, or the company’s GSTIN for this one.`;
}

export const GSTIN_WRONG = 'This is not a GSTIN: 15 characters, the last a check digit.';
const GSTIN_OF_SUPPLIER =
  'This is the number of a supplier from abroad (OIDAR or non-resident), which no paper names as its buyer. Please leave it empty.';
const GSTIN_ABROAD = 'A GSTIN belongs to an address in India. Please leave it empty.';
const STATE_UNKNOWN =
  'Please choose the state or union territory from the list: it decides the tax.';
const COUNTRY_UNKNOWN = 'Please choose the country from the list: it decides the tax.';
