import { z } from 'zod';
import { multiLineText, singleLineText } from '../../../platform/http/text-schema.ts';
import { picture, version } from '../gigs/schema.ts';
import { PROFILE_LIMITS } from './limits.ts';

const most = (count: number, of: string) => [count, `Please keep to ${count} ${of}.`] as const;
const HTTPS = 'Please enter an address that begins with https://.';
const WHOLE = 'Please enter a whole number.';

const https = z.url({ protocol: /^https$/, error: HTTPS }).max(300, HTTPS);
/** Empty means no link. */
const optionalHttps = z.union([z.literal(''), https], HTTPS);
const LINK = 'Please enter an address that begins with https:// or mailto:.';
const link = z.object({
  label: singleLineText('A link has no name.', 30),
  href: z
    .string(LINK)
    .trim()
    .max(300, LINK)
    .pipe(z.string().regex(/^(https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+)$/, LINK)),
});

const language = z.object({
  name: singleLineText('A language has no name.', 30),
  level: singleLineText('Please say how well you speak it.', 30),
});

const skillGroup = z.object({
  title: singleLineText('A group of skills has no title.', 40),
  skills: z
    .array(singleLineText('A skill is empty.', 30))
    .min(1, 'A group needs a skill.')
    .max(...most(PROFILE_LIMITS.skillsInGroup, 'skills in a group')),
});

const counter = z.object({
  target: z.int(WHOLE).min(0, WHOLE).max(1_000_000, WHOLE),
  suffix: z.string().trim().max(4, 'Please use at most 4 characters.'),
  caption: singleLineText('A number needs its caption.', 40),
});

const piece = z.object({
  projectName: singleLineText('A piece has no name.', 60),
  tech: z
    .array(singleLineText('A technology is empty.', 30))
    .max(...most(PROFILE_LIMITS.tech, 'technologies')),
  description: singleLineText('Please describe the piece.', 300),
  liveLink: optionalHttps,
  githubLink: optionalHttps,
  picture: picture.nullable(),
});

const overviewCard = z.object({
  title: singleLineText('A card has no title.', 60),
  text: singleLineText('A card has no text.', 300),
});

const templates = z
  .array(
    z.object({
      name: singleLineText('A template has no name.', 40),
      text: multiLineText('A template has no text.', 2_000),
    }),
  )
  .max(...most(PROFILE_LIMITS.templates, 'templates'))
  .refine(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    'Each template needs a name of its own.',
  );

/** The public texts about the seller. */
export const profileBody = z.object({
  name: singleLineText('Please enter your name.', 60),
  handle: singleLineText('Please enter a handle, like @name.', 40),
  role: singleLineText('Please say what you are.', 60),
  tagline: singleLineText('Please say what you do in a few words.', 60),
  sentence: singleLineText('Please say in a sentence what you offer.', 240),
  location: singleLineText('Please say where you work, like Pune, India.', 60),
  country: singleLineText('Please enter your country.', 40),
  email: z.email('Please enter the e-mail address that visitors write to.').max(200),
  portraitAlt: singleLineText('Please say what your portrait shows.', 200),
  languages: z
    .array(language)
    .min(1, 'Please name a language.')
    .max(...most(PROFILE_LIMITS.languages, 'languages')),
  about: z
    .array(multiLineText('A paragraph is empty.', 1_000))
    .min(1, 'Please write a paragraph about yourself.')
    .max(...most(PROFILE_LIMITS.paragraphs, 'paragraphs')),
  aboutShort: singleLineText('Please introduce yourself in a sentence or two.', 400),
  memberSince: singleLineText('Please enter the year.', 20),
  responseHours: z.int(WHOLE).min(1, WHOLE).max(240, WHOLE),
  lastDelivery: singleLineText('Please say when you last delivered.', 30),
  lastOnline: singleLineText('Please say when you can be reached.', 60),
  skillsHeading: singleLineText('The skills need a heading.', 80),
  skillGroups: z
    .array(skillGroup)
    .min(1, 'Please add a group.')
    .max(...most(PROFILE_LIMITS.groups, 'groups')),
  skills: z
    .array(singleLineText('A skill is empty.', 40))
    .min(1, 'Please name a skill.')
    .max(...most(PROFILE_LIMITS.skills, 'skills')),
  statsHeading: singleLineText('The numbers need a heading.', 80),
  statsSubheading: singleLineText('The numbers need a sentence.', 160),
  counters: z
    .array(counter)
    .min(1, 'Please add a number.')
    .max(...most(PROFILE_LIMITS.counters, 'numbers')),
  social: z.array(link).max(...most(PROFILE_LIMITS.links, 'links')),
  showcase: z.array(piece).max(...most(PROFILE_LIMITS.showcase, 'pieces')),
  customersSay: singleLineText('Please sum up what customers say.', 800),
  replyTemplates: templates,
  deliveryTemplates: templates,
  /** Whether the checkout shows a service fee and GST struck out, neither of which is charged. */
  struckCharges: z.boolean(),
  overview: z.array(overviewCard).max(...most(PROFILE_LIMITS.overview, 'cards')),
});

export type ProfileBody = z.output<typeof profileBody>;

export const savedProfileBody = profileBody.extend({ version });
