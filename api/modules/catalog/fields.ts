import { z } from 'zod';
import { isVisible } from '../../platform/characters.ts';
import { isPlainLink } from '../../platform/http/link-rules.ts';
import {
  atMost,
  multiLineText,
  optionalLine,
  singleLineText,
} from '../../platform/http/text-schema.ts';
import { isReservedSlug } from './content/rules.ts';
import { sanitizeRichText } from './rich-text.ts';
import { withoutEntities } from './rich-text-rules.ts';

// The shapes that several kinds of content have, with what a person is told about each.

export const PICTURE_GONE = 'One of the pictures is no longer there. Add it again.';
const HTTPS = 'Please enter an address that begins with https://.';
const WHOLE = 'Please enter a whole number.';
export const RESERVED_SLUG = 'This address is used by the site itself. Please choose another.';
const SLUG = 'Please use up to 80 small letters, digits and hyphens, like a-short-name.';

/** The arguments of `max`. */
export const most = (count: number, of: string) =>
  [count, `Please keep to ${count} ${of}.`] as const;

export const wholeNumber = (from: number, to: number) =>
  z.int(WHOLE).min(from, WHOLE).max(to, WHOLE);

export const PLAIN_LINK = 'Please enter an address without a name and password before the @.';
export const https = z
  .url({ protocol: /^https$/, error: HTTPS })
  .max(300, { error: HTTPS, abort: true })
  .refine(isPlainLink, PLAIN_LINK);

/** A switch that is off by default: what is off is absent. */
export const onlyWhenOn = z
  .boolean()
  .transform((isOn): boolean | undefined => isOn || undefined)
  .optional();

/** Empty means no link. */
export const optionalHttps = z.union([z.literal(''), https], HTTPS);

/** HTML of the editor. */
export const optionalRichText = (limit: number) =>
  z
    .string()
    .max(...atMost(limit, `Please keep to ${limit} characters.`))
    .transform(sanitizeRichText);

const hasWords = (html: string): boolean =>
  isVisible(withoutEntities(html.replace(/<[^<>]*>/g, '')));

/** HTML of the editor, in which a reader sees something. */
export const richText = (needed: string, limit: number) =>
  optionalRichText(limit).refine(hasWords, needed);

/** The last part of the address of a page of its own; an empty one is made of the title. */
export const slug = z
  .string(SLUG)
  .trim()
  .max(...atMost(80, SLUG))
  .regex(/^(?:[a-z\d]+(?:-[a-z\d]+)*)?$/, SLUG)
  .refine((text) => !isReservedSlug(text), RESERVED_SLUG);

const FORMER = 50;

/** The addresses that an item had before; visitors who come to one are led to its own. Longer lists lose the oldest. */
export const formerSlugs = z.array(slug).transform((slugs) => slugs.slice(0, FORMER));

/** The id of another item or of a review, which may be gone by now; '' for none. */
export const reference = z.string().max(64);

export const technologies = (limit: number, length = 30) =>
  z.array(singleLineText('A technology is empty.', length)).max(...most(limit, 'technologies'));

/** An uploaded picture and what it shows, which may come later in a draft. */
export const picture = z.object({
  _id: z.string(PICTURE_GONE).max(64, PICTURE_GONE),
  alt: optionalLine(200),
});

/** Of what visitors see as soon as it is saved. */
export const describedPicture = picture.extend({
  alt: singleLineText('Please say what the picture shows, for people who cannot see it.', 200),
});

export const question = z.object({
  question: singleLineText('A question is empty.', 200),
  answer: multiLineText('An answer is empty.', 2_000),
});

/** A number that counts up on pages. */
export const figure = z.object({
  target: wholeNumber(0, 1_000_000),
  suffix: z.string().trim().max(4, 'Please use at most 4 characters.'),
  caption: singleLineText('A number needs its caption.', 40),
});
