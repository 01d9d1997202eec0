import { type Name, namesIn, replaceNames } from './name-rules.ts';

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
const NO_WORDS = [
  ...['_id', 'orderId', 'gigId', 'reviewId', 'quotation', 'url', 'srcset', 'liveLink'],
  ...['githubLink', 'href', 'link', 'email', 'handle', 'logo'],
];
const ADDRESSES = ['slug', 'formerSlugs'];

/** A project as a document or as visitors get it. */
export interface CaseStudy {
  orderId?: string;
  slug?: string;
  formerSlugs?: string[];
  reviewId?: string;
  quotation?: string;
  parts?: { text: string; picture?: object | null }[];
  client?: string;
  updatedAt?: string;
}

/** What the client of an order has answered. */
interface Answer {
  isAnswered: boolean;
  allowed: readonly Part[];
  /** What may be quoted; null for the words of the review. */
  words: string | null;
  /** The client's review of the order. */
  reviewId: string | null;
}

export interface Consent extends Answer {
  /** Everything that the client is or was called, on papers or in a case study. */
  names: readonly string[];
  /** When the name was last not allowed any more. */
  namelessSince: string;
}

const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isGiven) : Boolean(value);

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

/** The names that stand in the texts or the address of a project. */
export function namesShown(project: CaseStudy, names: readonly Name[]): ReturnType<typeof namesIn> {
  const { slug = '', formerSlugs = [] } = project;
  const found = [slug, ...formerSlugs].flatMap((address) =>
    namesIn(address, names).map(({ name }) => ({ name, isSmall: false })),
  );
  mapTexts(project, (text) => {
    found.push(...namesIn(text, names));
    return text;
  });
  return found;
}

/** The parts that a project shows. Also a mention of the client in its texts or its address is the name. */
export function partsShown(project: CaseStudy, names: readonly Name[]): Part[] {
  const { parts = [] } = project;
  const fields = project as Record<string, unknown>;
  const has: Record<Part, boolean> = {
    text: true,
    name: namesShown(project, names).length > 0,
    pictures: parts.some(({ picture }) => isGiven(picture)),
    figures: false,
    quotation: false,
  };
  return PARTS.filter((part) => has[part] || FIELDS[part].some((field) => isGiven(fields[field])));
}

/** Whether it quotes anything but what the client said, or names a client who is not to be named. */
function misquotes(
  { quotation, reviewId }: CaseStudy,
  consent: Answer,
  names: readonly Name[],
): boolean {
  const { allowed, words } = consent;
  if (reviewId && reviewId !== consent.reviewId) return true;
  if (!quotation) return false;
  return quotation !== words || (!allowed.includes('name') && namesIn(words, names).length > 0);
}

/** The parts that a project shows without being allowed to, when these are the client's names. */
export function partsRefused(project: CaseStudy, consent: Answer, names: readonly Name[]): Part[] {
  const { allowed } = consent;
  const isWrong = (part: Part) => part === 'quotation' && misquotes(project, consent, names);
  return partsShown(project, names).filter((part) => !allowed.includes(part) || isWrong(part));
}

interface Taking {
  taken: readonly Part[];
  names: readonly Name[];
  /** What stands for a name. */
  by?: string;
  /** What a field holds that must be there; another one goes. */
  blank: object;
  id: string;
}

/** A project without these parts, of which the text is not one. */
export function withoutParts<Project extends object>(
  project: Project & CaseStudy,
  { taken, names, by = 'the client', blank, id }: Taking,
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
  return (taken.includes('name') ? withoutNames(left, { names, by, id }) : left) as Project;
}

/** A name in a text is replaced; an address that has it becomes another, and leads nowhere any more. */
function withoutNames(
  project: CaseStudy,
  { names, by, id }: { names: readonly Name[]; by: string; id: string },
): CaseStudy {
  const left = mapTexts(project, (text) => replaceNames(text, names, by)) as CaseStudy;
  const { slug, formerSlugs } = left;
  const isNamed = (address: string) => namesIn(address, names).length > 0;
  if (slug && isNamed(slug)) left.slug = `work-${id.slice(-6)}`;
  if (formerSlugs) left.formerSlugs = formerSlugs.filter((address) => !isNamed(address));
  return left;
}
