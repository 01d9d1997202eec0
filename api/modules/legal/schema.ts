import { z } from 'zod';
import {
  atMost,
  emailAddress,
  optionalLine,
  phoneNumber,
  singleLineText,
} from '../../platform/http/text-schema.ts';
import { version } from '../../platform/saving/versions.ts';
import { isReservedSlug } from '../catalog/content/rules.ts';
import { RESERVED_SLUG } from '../catalog/fields.ts';
import { sanitizeRichText } from '../catalog/rich-text.ts';
import { AUDIT_DAYS, LEGAL_LIMITS } from './form-rules.ts';
import { htmlText } from './rules.ts';

export const LEGAL_SAVED = 'Saved. Visitors see it once it is published.';
export const UNKNOWN_VERSION = 'There is no such version of the terms.';
const NEEDS_NAME = 'Please name the person who answers complaints.';
const NEEDS_WAY = 'Please give an e-mail address or a phone number for complaints.';
const EMAIL = 'Please enter an e-mail address, or leave it empty.';
const SLUG =
  'Please use small letters, digits and hyphens for the address of a page, like imprint.';
const SAME_SLUG = 'Another page has this address already.';
const EMPTY_PAGE = 'Please write the page, or remove it.';
const AUDIT_DAYS_TEXT = 'Please give the days, 365 to 3650.';
const PHONE = 'Please enter a phone number like +91 98765 43210, or leave it empty.';

const TOO_LONG = `Please use at most ${LEGAL_LIMITS.text} characters.`;
const email = z.union([z.literal(''), emailAddress(EMAIL)], EMAIL);
const phone = z.union([z.literal(''), phoneNumber('')], PHONE);
const richText = z
  .string()
  .max(...atMost(LEGAL_LIMITS.text, TOO_LONG))
  .transform(sanitizeRichText);

const ownPage = z.object({
  slug: z
    .string(SLUG)
    .max(...atMost(40, SLUG))
    .regex(/^[a-z\d]+(-[a-z\d]+)*$/, SLUG)
    .refine((slug) => !isReservedSlug(slug), RESERVED_SLUG),
  title: singleLineText('Please give the page a title.', LEGAL_LIMITS.title),
  text: richText.refine((html) => htmlText(html) !== '', EMPTY_PAGE),
});

/** What the owner adds to the legal pages. An empty text means that pages have no such line. */
export const legalBody = z
  .object({
    legalName: optionalLine(120),
    address: z
      .string()
      .trim()
      .max(...atMost(400, 'Please use at most 400 characters.')),
    email,
    phone,
    grievanceName: optionalLine(80),
    grievanceRole: optionalLine(80),
    grievanceEmail: email,
    grievancePhone: phone,
    auditLogDays: z
      .int(AUDIT_DAYS_TEXT)
      .min(AUDIT_DAYS.least, AUDIT_DAYS_TEXT)
      .max(AUDIT_DAYS.most, AUDIT_DAYS_TEXT),
    additions: z.object({
      terms: richText,
      privacy: richText,
      refunds: richText,
      delivery: richText,
      contact: richText,
    }),
    pages: z.array(ownPage).max(LEGAL_LIMITS.pages, `Please keep to ${LEGAL_LIMITS.pages} pages.`),
  })
  .superRefine((body, context) => {
    const { grievanceName: name, grievanceEmail, grievancePhone, pages } = body;
    const hasWay = Boolean(grievanceEmail || grievancePhone);
    if (name && !hasWay && !body.email && !body.phone) refuse('grievanceEmail', NEEDS_WAY);
    if (!name && (hasWay || body.grievanceRole)) refuse('grievanceName', NEEDS_NAME);
    const slugs = pages.map(({ slug }) => slug);
    const again = slugs.findIndex((slug, at) => slugs.indexOf(slug) < at);
    if (again >= 0)
      context.addIssue({
        code: 'custom',
        message: SAME_SLUG,
        path: ['pages', again, 'slug'],
      });

    function refuse(field: string, message: string) {
      context.addIssue({ code: 'custom', message, path: [field] });
    }
  });

export type LegalBody = z.output<typeof legalBody>;

export const savedLegalBody = legalBody.and(z.object({ version }));
