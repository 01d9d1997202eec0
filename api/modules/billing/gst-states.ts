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

/** The GST code of a typed state; null if it is not in India. */
export function stateCode(typed: string): string | null {
  const name = typed
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return CODES.get(name) ?? null;
}
