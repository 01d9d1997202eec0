import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import { PUBLICATION_STATUSES } from '../../../../db/schema/states.ts';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { version } from '../../../platform/saving/versions.ts';
import { toListItems } from './dto.ts';
import type { ContentKind, StoredItem } from './kind.ts';
import { findItem } from './queries.ts';
import {
  createItem,
  requireItem,
  saveItem,
  saveOrder,
  setItemStatus,
  undoItem,
} from './save-item.ts';

const statusBody = z.object({
  version,
  status: z.enum(PUBLICATION_STATUSES, 'Please choose a status.'),
});
export const undoBody = z.object({ version });
const orderBody = z.object({ ids: z.array(z.string().max(64)).max(2_000) });

const named = <Name extends string, Value>(name: Name, value: Value) =>
  ({ [name]: value }) as Record<Name, Value>;

/** A field that is left out is blank in a new item, and stays in a saved one. */
export const newBodyOf = <Kind extends ContentKind>({ blank }: Kind, schema: z.ZodType) =>
  z.preprocess(
    (sent) => (typeof sent === 'object' ? { ...blank, ...sent } : sent),
    schema,
  ) as unknown as z.ZodType<Kind['blank'], Kind['blank']>;

const savedBodyOf = <Kind extends ContentKind>({ schema }: Kind) =>
  schema.partial().extend({ version }) as unknown as z.ZodType<
    Kind['blank'] & { version: number },
    Kind['blank'] & { version: number }
  >;

/** The routes with which the owner edits items of a kind; mounted behind the owner's guard. */
export function itemRoutes<Kind extends ContentKind>(kind: Kind) {
  const one: Kind['one'] = kind.one;
  const many: Kind['many'] = kind.many;
  const { a, all } = kind.words.audit;
  const changes = {
    snapshot: async (db: Db, id: string) => {
      const item = await findItem<StoredItem<Kind['blank']>>(db, kind, id);
      if (!item) return null;
      const { title, status, version } = item;
      return { title, status, version, ...kind.auditOf?.(item.body) };
    },
  };
  return new Hono<Env>()
    .get('/', async (c) => {
      const items = await toListItems(c.var.services.store.db, kind);
      return c.json({ success: true as const, ...named(many, items) });
    })
    .post('/', audited(`Created ${a}`), validate(newBodyOf(kind, kind.schema)), async (c) => {
      const item = await createItem(c.var.services, kind, c.req.valid('json'));
      const message = 'Saved as a draft.';
      return c.json({ success: true as const, message, ...named(one, item) }, 201);
    })
    .put('/order', audited(`Reordered ${all}`), validate(orderBody), async (c) => {
      await saveOrder(c.var.services, kind, c.req.valid('json').ids);
      return c.json({ success: true as const, message: 'The new order is saved.' });
    })
    .get('/:id', async (c) => {
      const item = await requireItem(c.var.services.store.db, kind, c.req.param('id'));
      return c.json({ success: true as const, ...named(one, item) });
    })
    .put('/:id', audited(`Saved ${a}`, changes), validate(savedBodyOf(kind)), async (c) => {
      const { version, ...body } = c.req.valid('json') as { version: number };
      const at = { id: c.req.param('id'), version };
      const item = await saveItem(c.var.services, kind, at, body as Partial<Kind['blank']>);
      return c.json({ success: true as const, message: 'Saved.', ...named(one, item) });
    })
    .put(
      '/:id/status',
      audited(`Changed ${a}’s status`, changes),
      validate(statusBody),
      async (c) => {
        const { version, status } = c.req.valid('json');
        const at = { id: c.req.param('id'), version };
        const item = await setItemStatus(c.var.services, kind, at, status);
        return c.json({ success: true as const, message: 'Saved.', ...named(one, item) });
      },
    )
    .post(
      '/:id/undo',
      audited(`Undid a change of ${a}`, changes),
      validate(undoBody),
      async (c) => {
        const at = { id: c.req.param('id'), version: c.req.valid('json').version };
        const item = await undoItem(c.var.services, kind, at);
        const message = 'The last change is undone.';
        return c.json({ success: true as const, message, ...named(one, item) });
      },
    );
}
