import { slugOf } from '../catalog/content/rules.ts';

// What may be shown of a client's order, part by part. Browser code imports this.

export const PARTS = ['text', 'name', 'pictures', 'figures', 'quotation'] as const;

export type Part = (typeof PARTS)[number];

/**
 * The fields of a project that are one part, in its document and as visitors get it. The text is everything else: without
 * it nothing is shown. A link leads to whose project it was, and a price is a figure.
 */
const FIELDS: Record<Part, readonly string[]> = {
  text: [],
  name: ['client', 'liveLink'],
  pictures: ['picture', 'img', 'beforeAfter', 'before', 'after'],
  figures: ['figures', 'priceRange'],
  quotation: ['quotation', 'reviewId'],
};

/** What holds no words of the owner's. */
const NO_WORDS = ['_id', 'orderId', 'gigId', 'reviewId', 'quotation', 'url', 'srcset', 'liveLink'];
const ADDRESSES = ['slug', 'formerSlugs'];

/** A project as a document or as visitors get it. */
export interface CaseStudy {
  orderId?: string;
  slug?: string;
  formerSlugs?: string[];
  reviewId?: string;
  quotation?: string;
  parts?: { text: string; picture?: object | null }[];
}

/** What the client of an order has answered. */
export interface Consent {
  isAnswered: boolean;
  allowed: readonly Part[];
  /** As it may be shown. */
  name: string;
  /** What may be quoted; null for the words of the review. */
  words: string | null;
  /** The client's review of the order. */
  reviewId: string | null;
}

const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isGiven) : Boolean(value);

const MIN_NAME = 3;
const COMPANY_FORMS = [
  'pvt',
  'private',
  'ltd',
  'limited',
  'llp',
  'llc',
  'inc',
  'plc',
  'gmbh',
  'co',
];

/** A company's name as people write it, without its legal form. */
function shortName(name: string): string {
  const words = name.trim().split(/[\s,]+/);
  while (COMPANY_FORMS.includes(words.at(-1)?.toLowerCase().replace('.', '') ?? '')) words.pop();
  return words.join(' ');
}

/** A name as texts and HTML have it, longest first; none of one that is too short to be found. */
function formsOf(name: string): string[] {
  const names = [name.trim(), shortName(name)].filter(({ length }) => length >= MIN_NAME);
  const forms = names.flatMap((each) => [each, each.replaceAll('&', '&amp;')]);
  return [...new Set(forms.map((each) => each.toLowerCase()))];
}

const isInWord = (character = ''): boolean => /[\p{L}\p{N}]/u.test(character);

/** Replaces a whole name wherever it stands, in capitals or not. */
function replaceName(text: string, forms: readonly string[], by: string): string {
  const lower = text.toLowerCase();
  // A few letters have a longer small form: then only the same letters are found.
  const searched = lower.length === text.length ? lower : text;
  let result = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isInWord(searched[at - 1])) continue;
    const found = forms.find(
      (form) => searched.startsWith(form, at) && !isInWord(searched[at + form.length]),
    );
    if (!found || at < from) continue;
    result += text.slice(from, at) + by;
    from = at + found.length;
  }
  return result + text.slice(from);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      [...NO_WORDS, ...ADDRESSES].includes(key) ? each : mapTexts(each, change),
    ]),
  );
}

function mentions(value: unknown, name: string): boolean {
  const forms = formsOf(name);
  let found = false;
  mapTexts(value, (text) => {
    found ||= replaceName(text, forms, '') !== text;
    return text;
  });
  return found;
}

const namesInAddress = (address: string, name: string): boolean => {
  const slug = slugOf(shortName(name));
  return slug.length >= MIN_NAME && `-${address}-`.includes(`-${slug}-`);
};

/** The parts that a project shows. Also a mention of the client in its texts or its address is the name. */
export function partsShown(project: CaseStudy, name: string): Part[] {
  const { parts = [], slug = '', formerSlugs = [] } = project;
  const fields = project as Record<string, unknown>;
  const has: Record<Part, boolean> = {
    text: true,
    name:
      mentions(project, name) ||
      [slug, ...formerSlugs].some((address) => namesInAddress(address, name)),
    pictures: parts.some(({ picture }) => isGiven(picture)),
    figures: false,
    quotation: false,
  };
  return PARTS.filter((part) => has[part] || FIELDS[part].some((field) => isGiven(fields[field])));
}

/** Whether it quotes anything but what the client said, or names a client who is not to be named. */
function misquotes({ quotation, reviewId }: CaseStudy, consent: Consent): boolean {
  const { allowed, name, words } = consent;
  if (reviewId && reviewId !== consent.reviewId) return true;
  if (!quotation) return false;
  return quotation !== words || (!allowed.includes('name') && mentions([words], name));
}

/** The parts that a project shows without being allowed to. */
export function partsRefused(project: CaseStudy, consent: Consent): Part[] {
  const { allowed, name } = consent;
  return partsShown(project, name).filter(
    (part) => !allowed.includes(part) || (part === 'quotation' && misquotes(project, consent)),
  );
}

interface Taking {
  taken: readonly Part[];
  name: string;
  /** What a field holds that must be there; another one goes. */
  blank: object;
  id: string;
}

/** A project without these parts, of which the text is not one. */
export function withoutParts<Project extends object>(
  project: Project & CaseStudy,
  { taken, name, blank, id }: Taking,
): Project {
  const gone = taken.flatMap((part) => FIELDS[part]);
  const values = blank as Record<string, unknown>;
  const left: CaseStudy = Object.fromEntries(
    Object.entries(project).flatMap(([key, value]) => {
      if (!gone.includes(key)) return [[key, value]];
      return key in blank ? [[key, values[key]]] : [];
    }),
  );
  if (left.parts && taken.includes('pictures')) {
    const noPicture = 'picture' in blank ? { picture: null } : {};
    left.parts = left.parts.flatMap(({ text }) => (text ? [{ text, ...noPicture }] : []));
    if (left.parts.length === 0 && !('parts' in blank)) delete left.parts;
  }
  return (taken.includes('name') ? withoutName(left, name, id) : left) as Project;
}

/** A name in a text becomes `the client`; an address that has it is replaced, and leads nowhere any more. */
function withoutName(project: CaseStudy, name: string, id: string): CaseStudy {
  const forms = formsOf(name);
  const left = mapTexts(project, (text) => replaceName(text, forms, 'the client')) as CaseStudy;
  const { slug, formerSlugs } = left;
  if (slug && namesInAddress(slug, name)) left.slug = `work-${id.slice(-6)}`;
  if (formerSlugs)
    left.formerSlugs = formerSlugs.filter((address) => !namesInAddress(address, name));
  return left;
}
