import {
  blankForm,
  entries,
  lines,
  number,
  onOff,
  optionalNumber,
  own,
  picture,
  pictures,
  section,
  text,
} from '../content/form-rules.ts';
import { DEFAULT_ACCENT } from './accent-rules.ts';
import { PROFILE_LIMITS as MOST } from './rules.ts';
import type { ProfileBody } from './schema.ts';

const PAIRS = { layout: 'short' } as const;

const BLANK_BRAND = { studio: '', monogram: '', logo: '', accent: DEFAULT_ACCENT, series: 'RV' };

/** What visitors do not see. */
const templates = (name: 'replyTemplates' | 'deliveryTemplates', label: string) =>
  entries(
    name,
    [`${label.toLowerCase()} template`, MOST.templates],
    [text('name', `${label} template`), text('text', 'Its text', { rows: 3 })],
  );

/** The parts of the form in the order in which an owner fills it, each with the page that shows it. */
export const PROFILE_FORM = [
  section('Who you are', '/ .hero .text', [
    text('name', 'Your name', 'Also signs your messages and receipts.'),
    text('role', 'What you are'),
    text('sentence', 'What you offer, in a sentence', { rows: 3 }),
    { beside: [text('location', 'Where you work'), text('country', 'Country')] },
    text(
      'email',
      'E-mail that visitors write to',
      'Not the address that you sign in with, unless you enter it here.',
    ),
    text('callLink', 'Address where a call is booked', 'Empty: no button “Book a call”.'),
    text('handle', 'Handle', 'Optional, like @name.'),
  ]),
  section('Brand', '/ .navbar', [own('brand', '', { blank: BLANK_BRAND })]),
  section('First screen', '/ .hero .text', [
    text('tagline', 'What you do, in a few words'),
    { heading: 'Portrait' },
    picture('portrait'),
    lines('heroIcons', 'Technologies around it', {
      rows: 6,
      hint: 'One per line, the outer ring first: six and six.',
    }),
    lines('frameworks', 'Technologies in the moving list', { rows: 6 }),
  ]),
  section('Skills', '/ #skillset', [
    text('skillsHeading', 'Heading'),
    entries(
      'skillGroups',
      ['group', MOST.groups],
      [text('title', 'Title'), lines('skills', 'Skills', { rows: 6 })],
    ),
    lines('skills', 'All your skills, on the page about you', { rows: 8 }),
  ]),
  section('Numbers', '/ #stats', [
    text('statsHeading', 'Heading'),
    text('statsSubheading', 'Below it'),
    entries(
      'counters',
      ['number', MOST.counters, PAIRS],
      [
        number('target', 'Number'),
        text('suffix', 'After it, like +'),
        text('caption', 'What it counts'),
      ],
    ),
  ]),
  section('Showcase', '/ #myprojects', [
    entries(
      'showcase',
      ['piece', MOST.showcase, { folds: 'A new piece' }],
      [
        text('projectName', 'Name'),
        text('description', 'What it is', { rows: 3 }),
        lines('tech', 'Built with'),
        text('liveLink', 'Address', 'Empty: no link.'),
        text('githubLink', 'Code', 'Empty: no link.'),
        picture('picture'),
      ],
    ),
    { heading: 'Above past work' },
    entries(
      'overview',
      ['card', MOST.overview],
      [text('title', 'Card above past work'), text('text', 'Its text', { rows: 3 })],
    ),
  ]),
  section('About', '/seller .seller-card', [
    lines('about', 'About you', { rows: 12, hint: 'One paragraph per line.' }),
    text('aboutShort', 'In short, on every gig', { rows: 3 }),
    {
      beside: [
        text('memberSince', 'Member since'),
        text('lastDelivery', 'Last delivery'),
        optionalNumber('responseHours', 'Usual answer, hours', { min: 1 }),
        text('lastOnline', 'When you can be reached'),
      ],
    },
    { note: 'With a calendar, last delivery and usual answer are measured from five orders on.' },
    entries(
      'languages',
      ['language', MOST.languages, PAIRS],
      [text('name', 'Language'), text('level', 'How well')],
    ),
  ]),
  section('Reviews', '/seller #say-title', [
    text('reviewsHeading', 'Heading of the top reviews'),
    text('customersSay', 'A summary of the reviews', { rows: 6, hint: 'Empty: none is shown.' }),
    text('customersSayNote', 'Who wrote the summary', 'Say so if a program did.'),
    { heading: 'Pictures from reviews' },
    pictures('reviewPictures', MOST.reviewPictures),
    { heading: 'Quotes from elsewhere' },
    { note: 'On your seller page, below the reviews. They count in no rating.' },
    entries(
      'testimonials',
      ['quote', MOST.testimonials],
      [
        text('text', 'Quote', { rows: 3 }),
        text('name', 'Who said it'),
        text('source', 'Where and when', 'Like Fiverr, 2024.'),
        text('link', 'Link to it'),
      ],
    ),
  ]),
  section('Links', '/ #foot', [
    entries(
      'social',
      ['link', MOST.links, PAIRS],
      [text('label', 'Name'), text('href', 'Address')],
    ),
    lines('deployment', 'Technologies in the list above the footer', { rows: 6 }),
  ]),
  section('Templates', '/', [
    { heading: 'For messages' },
    templates('replyTemplates', 'Reply'),
    { heading: 'For deliveries' },
    templates('deliveryTemplates', 'Delivery'),
  ]),
  section('Checkout', '/', [
    onOff(
      'struckCharges',
      'Show a service fee and GST, struck out',
      'Neither is charged. Never shown by a seller with a GST number.',
    ),
  ]),
  section('Language models', '/', [
    onOff(
      'hiddenFromModels',
      'Keep the crawlers of language models away',
      'Asks them in robots.txt. Search engines still read the site.',
    ),
  ]),
];

/** A new shop's profile; also what a stored one holds in a field that it lacks. */
export const BLANK_PROFILE = blankForm(PROFILE_FORM) as unknown as ProfileBody;
