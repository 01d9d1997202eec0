import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { z } from 'zod';
import { storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import { iso } from '../../../platform/clock.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import type { ContentKind } from '../../catalog/content/kind.ts';
import { ALL_KINDS, type KindName } from '../../catalog/content/kinds.ts';
import { profileBody } from '../../catalog/profile/schema.ts';
import { legalBody } from '../../legal/schema.ts';
import type { Previews } from './previews.ts';

const MAX_ROWS = 100;
const MAX_TEXT_LENGTH = 20_000;

/** The schema of a body that is being written: the same fields and types, also empty ones and too long ones. */
export function draftOf<S extends z.ZodType>(schema: S): z.ZodType<z.output<S>> {
  return lenient(schema) as unknown as z.ZodType<z.output<S>>;
}

function lenient(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, lenient(field)]);
    return z.object(Object.fromEntries(fields));
  }
  if (schema instanceof z.ZodArray) return z.array(lenient(schema.element)).max(MAX_ROWS);
  if (schema instanceof z.ZodNullable) return lenient(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return lenient(schema.unwrap()).optional();
  // A number that no JSON can hold arrives as null.
  if (schema instanceof z.ZodNumber) return z.number().or(z.null().transform(() => 0));
  return (schema as z.ZodType).or(z.string().max(MAX_TEXT_LENGTH));
}

const id = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/);

const path = z
  .string()
  .max(100)
  .regex(/^\/[\w/-]*$/);

/** Any kind of content; a field that its dashboard does not know is blank. */
const itemDraft = ({ one, schema }: ContentKind) =>
  z.object({
    kind: z.literal(one as KindName),
    id,
    body: draftOf(schema.partial()),
    /** Another page that shows it than its own. */
    page: path.optional(),
  });

const draftBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('profile'),
    body: draftOf(profileBody),
    /** The page that shows it. */
    page: z.enum(['/', '/seller']),
  }),
  z.object({
    kind: z.literal('legal'),
    body: draftOf(legalBody),
    page: path,
  }),
  /** What is saved, as an open shop shows it. */
  z.object({ kind: z.literal('saved'), page: path }),
  ...ALL_KINDS.map(itemDraft),
]);

/** What an editor holds and has not saved. A new item has the id `new`. */
export type Draft = z.output<typeof draftBody>;

/** The setting that tells when the owner last looked at the shop as a visitor. */
export const LOOKED = 'looked at the shop';

/** The page of a draft as publishing would make it; stores no draft. */
export const previewRoutes = (previews: Previews) =>
  new Hono<Env>().post(
    '/',
    audited('Looked at a preview', { changesNothing: true }),
    compress({ encoding: 'gzip' }),
    validate(draftBody),
    async (c) => {
      const { services, user } = c.var;
      const draft = c.req.valid('json');
      const html = await previews.render(user?.id ?? '', draft);
      if (draft.kind === 'saved')
        await transaction({ store: services.store }, (tx) =>
          storeSetting(tx, LOOKED, iso(services.clock())),
        );
      return c.json({ success: true as const, html });
    },
  );
