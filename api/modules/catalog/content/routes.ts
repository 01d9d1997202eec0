import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { HASH_LENGTH } from '../../../platform/files/limits.ts';
import { findPicturesByHash } from '../../../platform/files/queries.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { sellerProfileChanged } from '../events.ts';
import { exportContent, parseContent, summaryOf, writeContent } from './transfer-content.ts';

const MAX_CONTENT_BYTES = 2 * 1024 * 1024;
/** More than the largest file refers to. */
const MAX_PICTURES = 2_000;
const TOO_LONG = 'The texts of a content file may have 2 MB. Please import it in parts.';

const importBody = z.object({
  content: z.unknown(),
  /** Only checks the file and says what an import would do, before its pictures are uploaded. */
  checkOnly: z.boolean().default(false),
  /** The pictures of the file, by the hash of their bytes: those that are stored need no upload. */
  hashes: z.array(z.string().length(HASH_LENGTH)).max(MAX_PICTURES).default([]),
});

/** Export and import of the shop's content; mounted behind the owner's guard. Pictures travel by their own calls. */
export const contentRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const exported = await exportContent(c.var.services.store.db);
    return c.json({ success: true as const, ...exported });
  })
  .post(
    '/',
    bodyLimit({
      maxSize: MAX_CONTENT_BYTES,
      onError: () => {
        throw new ApiError(413, TOO_LONG);
      },
    }),
    audited('Imported content'),
    validate(importBody),
    async (c) => {
      const { services } = c.var;
      const { content: file, checkOnly, hashes } = c.req.valid('json');
      const content = await parseContent(file);
      const summary = summaryOf(content);
      if (!checkOnly) {
        await transaction(services, async (tx) => {
          const profile = await writeContent(tx, iso(services.clock()), content);
          if (profile) await emit(tx, services, sellerProfileChanged, { name: profile.name });
        });
      }
      const stored = await findPicturesByHash(services.store.db, hashes);
      return c.json({ success: true as const, message: 'Imported.', summary, stored });
    },
  );
