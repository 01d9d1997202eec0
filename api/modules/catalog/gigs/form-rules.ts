import {
  address,
  blankForm,
  choice,
  date,
  entries,
  lines,
  number,
  onOff,
  own,
  pictures,
  rich,
  section,
  text,
} from '../content/form-rules.ts';
import {
  MAX_BUYER_QUESTIONS,
  MAX_EXTRAS,
  MAX_PICTURES,
  MAX_PLANS,
  MAX_QUESTIONS,
} from './rules.ts';
import type { GigBody } from './schema.ts';

/** The second one only where the shop sells in dollars. */
const PRICES = {
  isNarrow: true,
  beside: [
    number('price', 'Price, ₹', { step: '0.01' }),
    own('priceUsd', '', { isOptional: true }),
  ],
} as const;

/** What the buyer is asked once the package is paid; without questions it is one text with links. */
const BUYER_QUESTION = [
  text('question', 'What do you need to know?'),
  choice('kind', 'Kind of answer', { text: 'Text', choice: 'A choice', files: 'Files' }),
  lines('choices', 'Choices', { when: ['kind', 'choice'] }),
];

const PLAN = [
  text('planType', 'Package'),
  text('title', 'Its title'),
  PRICES,
  text('shortDescription', 'In a sentence', { rows: 2 }),
  {
    isNarrow: true,
    beside: [
      number('deliveryDays', 'Delivery, days', { min: 1, blank: 3 }),
      number('revisionCount', 'Revisions', { blank: 1 }),
    ],
  },
  onOff('opensWhenPaid', 'Files open when the part due on delivery is paid', { isOptional: true }),
  lines('features', 'What is included'),
  entries('questions', ['requirement', MAX_BUYER_QUESTIONS], BUYER_QUESTION),
] as const;

export const GIG_FORM = [
  section('What it is', 'h1', [
    text('title', 'Title'),
    rich('description', 'Description', { shownAt: '.prose' }),
    lines('technologies', 'Technologies', { shownAt: 'ul[aria-label="Technologies"]' }),
    address('/my-gig/'),
  ]),
  section('Pictures', '.pictures', [pictures('pictures', MAX_PICTURES)]),
  section('Packages', '#order', [
    entries('PricingPlans', ['package', MAX_PLANS, { layout: 'columns' }], PLAN),
  ]),
  section('Pause', '#order', [
    date(
      'pausedUntil',
      'Back on',
      'Until that day nobody can order it; open orders go on. Empty: no pause.',
    ),
  ]),
  section('Extras', '#order', [
    entries(
      'extraFeatures',
      ['extra', MAX_EXTRAS],
      [text('name', 'Name'), text('description', 'What it is'), PRICES],
    ),
  ]),
  section('Questions and answers', '.faq', [
    entries(
      'FAQ',
      ['question', MAX_QUESTIONS],
      [text('question', 'Question'), text('answer', 'Answer', { rows: 3 })],
    ),
  ]),
];

/** A new gig; also what a stored one holds in a field that it lacks. */
export const BLANK_GIG = { ...blankForm(GIG_FORM), formerSlugs: [] } as unknown as GigBody;
