import {
  address,
  blankForm,
  columns,
  date,
  entries,
  type FormField,
  lines,
  optionalNumber,
  pair,
  picture,
  reference,
  rich,
  section,
  text,
} from '../content/form-rules.ts';
import type { ProjectBody } from './schema.ts';

export const MAX_PARTS = 12;
export const MAX_FIGURES = 6;
export const MAX_TEXT = 4_000;

const price = (name: string, label: string) =>
  optionalNumber(name, label, { emptied: 0, blank: 0 });

const BEFORE_AFTER: FormField = {
  ...{ name: 'beforeAfter', kind: 'group', label: '' },
  fields: [
    picture('before', 'Picture from before', { title: 'Before' }),
    picture('after', 'Picture from after', { title: 'After' }),
  ],
};

export const PROJECT_FORM = [
  section('What was made', '', [
    text('title', 'Title'),
    text('result', 'Result, in one line'),
    text('problem', 'Problem', { rows: 4 }),
    text('desc', 'Description', {
      rows: 6,
      hint: 'What was built, in short. The list shows the first 80 characters.',
    }),
    text('client', 'Client', 'As visitors may read it.'),
    text('type', 'Industry'),
    lines('tech', 'Technologies'),
    text(
      'liveLink',
      'Link to it',
      'Where it can be seen, like https://example.com. Empty: no link.',
    ),
  ]),
  section('Picture', '', [picture('picture')]),
  section('What was built, on its page', '', [
    entries(
      'parts',
      ['part', MAX_PARTS],
      [rich('text', 'Text'), picture('picture', 'Picture of this part')],
    ),
  ]),
  section('Before and after', '', [BEFORE_AFTER]),
  section('Figures', '', [
    entries(
      'figures',
      ['figure', MAX_FIGURES],
      [
        text('value', 'Figure', 'Like 1.6 s or 40 %.'),
        text('caption', 'What it counts'),
        text('source', 'Source'),
        date('date', 'Date'),
      ],
    ),
  ]),
  columns('Cost and time', [
    pair('priceRange', [price('min', 'From, ₹'), price('max', 'To, ₹')]),
    pair('timeframe', [date('start', 'Began'), date('end', 'Ended')]),
  ]),
  columns('Links and address', [
    reference('reviewId', 'Review of it', ['reviews', 'No review']),
    reference('gigId', 'Package that does the same', ['gigs', 'No package']),
    text('quotation', 'Quotation', {
      rows: 3,
      hint: 'The client’s own words, as they gave them for this.',
      when: ['orderId'],
    }),
    address('/my-work/'),
  ]),
];

/** A new project; also what a stored one holds in a field that it lacks. */
export const BLANK_PROJECT = {
  ...blankForm(PROJECT_FORM),
  ...{ formerSlugs: [], orderId: '' },
} as unknown as ProjectBody;
