import { z } from 'zod';
import { isPlainLink } from '../../../platform/http/link-rules.ts';
import {
  atMost,
  emailAddress,
  multiLineText,
  optionalLine,
  singleLineText,
} from '../../../platform/http/text-schema.ts';
import {
  describedPicture,
  figure,
  https,
  most,
  optionalHttps,
  PLAIN_LINK,
  technologies,
  wholeNumber,
} from '../fields.ts';
import { accentProblem, type Theme } from './accent-rules.ts';
import { PROFILE_LIMITS, SERIES_RULE, seriesProblem } from './rules.ts';

const LINK = 'Please enter an address that begins with https:// or mailto:.';
const link = z.object({
  label: singleLineText('A link has no name.', 30),
  href: z
    .string(LINK)
    .trim()
    .max(300, LINK)
    .pipe(z.string().regex(/^(https:\/\/[^\s]+|mailto:[^\s@]+@[^\s@]+)$/, LINK))
    .refine(isPlainLink, PLAIN_LINK),
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

const piece = z.object({
  projectName: singleLineText('A piece has no name.', 60),
  tech: technologies(PROFILE_LIMITS.tech),
  description: singleLineText('Please describe the piece.', 300),
  liveLink: optionalHttps,
  githubLink: optionalHttps,
  picture: describedPicture.nullable(),
});

const overviewCard = z.object({
  title: singleLineText('A card has no title.', 60),
  text: singleLineText('A card has no text.', 300),
});

/** What a customer said on another site; it counts in no rating. */
const testimonial = z.object({
  text: multiLineText('A quote has no words.', 600),
  name: singleLineText('Please say who said it.', 60),
  source: singleLineText('Please say where and when it was said, like Fiverr, 2024.', 60),
  link: https,
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

const HEX_COLOUR = 'Please enter a colour like #0f766e.';
const colour = (theme: Theme) =>
  z
    .string(HEX_COLOUR)
    .max(...atMost(7, HEX_COLOUR))
    .toLowerCase()
    .superRefine((hex, context) => {
      const message = accentProblem(hex, theme);
      if (message) context.addIssue({ code: 'custom', message });
    });

const brand = z.object({
  /** '' means the seller's name. */
  studio: optionalLine(40),
  /** '' means the initials of the studio. */
  monogram: optionalLine(3),
  /** An SVG, from which the pictures of the logo are drawn; '' means the monogram. */
  logo: z.string().max(PROFILE_LIMITS.logo, 'Please choose an SVG of at most 20 KB.'),
  accent: z.object({ light: colour('light'), dark: colour('dark') }),
  /** How numbers of receipts begin, and with its first letter those of the other documents. */
  series: z
    .string(SERIES_RULE)
    .trim()
    .max(...atMost(2, SERIES_RULE))
    .toUpperCase()
    .refine((letters) => seriesProblem(letters) === '', SERIES_RULE),
});

/** The public texts about the seller. A page leaves out what is empty. */
export const profileBody = z.object({
  brand,
  name: singleLineText('Please enter your name.', 60),
  handle: optionalLine(40),
  role: singleLineText('Please say what you are.', 60),
  tagline: optionalLine(60),
  sentence: singleLineText('Please say in a sentence what you offer.', 240),
  location: singleLineText('Please say where you work, like Pune, India.', 60),
  country: singleLineText('Please enter your country.', 40),
  email: emailAddress('Please enter the e-mail address that visitors write to.'),
  /** Where visitors choose a time for a call. */
  callLink: optionalHttps,
  portrait: describedPicture.nullable(),
  languages: z.array(language).max(...most(PROFILE_LIMITS.languages, 'languages')),
  about: z
    .array(multiLineText('A paragraph is empty.', 1_000))
    .max(...most(PROFILE_LIMITS.paragraphs, 'paragraphs')),
  aboutShort: optionalLine(400),
  memberSince: optionalLine(20),
  /** Null if the owner has not said it. */
  responseHours: wholeNumber(1, 240).nullable(),
  lastDelivery: optionalLine(30),
  lastOnline: optionalLine(60),
  /** The marks around the portrait, the outer ring first. */
  heroIcons: technologies(PROFILE_LIMITS.heroIcons),
  /** The moving lists below the first screen and above the footer. */
  frameworks: technologies(PROFILE_LIMITS.strip),
  deployment: technologies(PROFILE_LIMITS.strip),
  skillsHeading: optionalLine(80),
  skillGroups: z.array(skillGroup).max(...most(PROFILE_LIMITS.groups, 'groups')),
  skills: z
    .array(singleLineText('A skill is empty.', 40))
    .max(...most(PROFILE_LIMITS.skills, 'skills')),
  statsHeading: optionalLine(80),
  statsSubheading: optionalLine(160),
  counters: z.array(figure).max(...most(PROFILE_LIMITS.counters, 'numbers')),
  social: z.array(link).max(...most(PROFILE_LIMITS.links, 'links')),
  showcase: z.array(piece).max(...most(PROFILE_LIMITS.showcase, 'pieces')),
  reviewsHeading: optionalLine(80),
  customersSay: optionalLine(800),
  /** The line below it, such as who wrote it. */
  customersSayNote: optionalLine(80),
  reviewPictures: z.array(describedPicture).max(...most(PROFILE_LIMITS.reviewPictures, 'pictures')),
  testimonials: z.array(testimonial).max(...most(PROFILE_LIMITS.testimonials, 'quotes')),
  replyTemplates: templates,
  deliveryTemplates: templates,
  /** Whether the checkout shows a service fee and GST struck out, neither of which is charged. */
  struckCharges: z.boolean(),
  overview: z.array(overviewCard).max(...most(PROFILE_LIMITS.overview, 'cards')),
  /** Whether robots.txt keeps the crawlers of language models away. */
  hiddenFromModels: z.boolean(),
});

export type ProfileBody = z.output<typeof profileBody>;
