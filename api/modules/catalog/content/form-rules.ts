/**
 * What the owner sees of a field. The lists of fields stand beside the schemas: editors draw them, and a new document is blank
 * where they say nothing else.
 */
export interface FormField {
  name: string;
  kind: FieldKind;
  label: string;
  hint?: string | undefined;
  /** The height of a text, in lines. */
  rows?: number | undefined;
  min?: number | undefined;
  step?: string | undefined;
  /** How many pictures, or how many entries. */
  most?: number;
  /** What one entry is called, such as 'extra'. */
  entry?: string;
  /** Of an entry, a pair or a group. */
  fields?: readonly FormEntry[];
  /** Entries are folded, and have this name while theirs is empty. */
  folds?: string;
  /** How entries stand: with short fields beside each other, or beside each other themselves. */
  layout?: 'short' | 'columns';
  /** A heading of its own. */
  title?: string;
  /** The values of a choice, and what each is called. */
  choices?: Readonly<Record<string, string>>;
  /** What is referred to, and what it is called when nothing is. */
  list?: 'gigs' | 'projects' | 'reviews';
  none?: string;
  /** The value of an emptied number. */
  emptied?: 0;
  /** A selector of the part of the page that it edits; the preview scrolls there. */
  shownAt?: string;
  /** Shown while another field has a value, or this one. */
  when?: readonly [name: string, value?: string];
  /** What a new document holds, where that is not nothing. */
  blank?: unknown;
  /** A new document lacks it. */
  isOptional?: true;
}

/** A `pair` is null while both of its fields are empty; `own` is drawn by the editor itself. */
type FieldKind =
  | ('text' | 'date' | 'rich' | 'lines' | 'number' | 'optionalNumber' | 'switch' | 'choice')
  | ('picture' | 'pictures' | 'reference' | 'entries' | 'pair' | 'group' | 'own');

/** A field, or what stands between and around fields. */
export type FormEntry =
  | FormField
  | { heading: string }
  | { note: string }
  /** Fields beside each other. */
  | { beside: readonly FormEntry[]; isNarrow?: true };

/** A part of an editor. */
export interface FormSection {
  title: string;
  /** The page that shows it, and a selector of its part, to which the preview scrolls. */
  page: string;
  shownAt: string;
  isColumns: boolean;
  fields: readonly FormEntry[];
}

/** The place is a selector of the part of the page that it edits, after the page where there are several. */
export function section(title: string, place: string, fields: readonly FormEntry[]): FormSection {
  const [page = '', ...selector] = place.startsWith('/') ? place.split(' ') : ['', place];
  return { title, page, shownAt: selector.join(' '), isColumns: false, fields };
}

export const columns = (title: string, fields: readonly FormEntry[]): FormSection => ({
  ...section(title, '', fields),
  isColumns: true,
});

/** Beside a hint alone it is the hint. */
type More = Partial<FormField> | string;

const ofKind =
  (kind: FieldKind) =>
  (name: string, label = '', more: More = {}): FormField => ({
    ...{ name, kind, label },
    ...(typeof more === 'string' ? { hint: more } : more),
  });

export const text = ofKind('text');
export const rich = ofKind('rich');
export const date = ofKind('date');
export const lines = ofKind('lines');
export const number = ofKind('number');
export const optionalNumber = ofKind('optionalNumber');
export const onOff = ofKind('switch');
export const picture = ofKind('picture');
export const own = ofKind('own');

export const pictures = (name: string, most: number) => ofKind('pictures')(name, '', { most });

export const choice = (name: string, label: string, choices: Readonly<Record<string, string>>) =>
  ofKind('choice')(name, label, { choices });

export const reference = (
  name: string,
  label: string,
  [list, none]: [list: NonNullable<FormField['list']>, none: string],
) => ofKind('reference')(name, label, { list, none });

/** The last part of the address of a page. */
export const address = (under: string) =>
  text(
    'slug',
    `Address, after ${under}`,
    'Empty: made of the title. Links to an address that it had before lead to the new one.',
  );

/** Entries of the same fields: what one is called, how many there can be, and what else is said of them. */
export const entries = (
  name: string,
  [entry, most, more = {}]: [entry: string, most: number, more?: Partial<FormField>],
  fields: readonly FormEntry[],
) => ofKind('entries')(name, '', { entry, most, fields, ...more });

export const pair = (name: string, fields: readonly FormField[]) =>
  ofKind('pair')(name, '', { fields });

/** The fields of a form, without what is around them. */
export const fieldsIn = (list: readonly FormEntry[]): FormField[] =>
  list.flatMap((entry) =>
    'name' in entry ? [entry] : 'beside' in entry ? fieldsIn(entry.beside) : [],
  );

const EMPTY: Partial<Record<FieldKind, unknown>> = {
  ...{ lines: [], pictures: [], entries: [], number: 0, switch: false },
  ...{ picture: null, pair: null, optionalNumber: null },
};

function blankOf({ kind, fields, blank, choices = {} }: FormField): unknown {
  if (blank !== undefined) return blank;
  if (kind === 'group' && fields) return blankBody(fields);
  if (kind === 'choice') return Object.keys(choices)[0];
  return kind in EMPTY ? EMPTY[kind] : '';
}

/** A document, or an entry of one, in which nothing is filled in. */
export const blankBody = (list: readonly FormEntry[]): Record<string, unknown> =>
  Object.fromEntries(
    fieldsIn(list)
      .filter(({ isOptional }) => !isOptional)
      .map((field) => [field.name, blankOf(field)]),
  );

export const blankForm = (sections: readonly FormSection[]): Record<string, unknown> =>
  blankBody(sections.flatMap(({ fields }) => fields));
