import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { User } from '../../../db/schema.ts';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { exportOnRequest } from '../accounts/export-data.ts';
import { requireUser } from '../accounts/guards.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { isDeletedAddress } from '../accounts/queries.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { allowOrders } from '../payments/early-cancellations.ts';
import { toClientDtos, toClientOrderDto, toClientPageDto } from './dto.ts';
import { notesBody, saveNotes } from './notes.ts';
import { clientPages, findClient, listClients, listOrdersOf } from './queries.ts';
import { CLIENT_LEFT, NOTES_SAVED, ORDERS_ALLOWED, UNKNOWN_CLIENT } from './texts.ts';

const PAGE = 50;
/** The other orders that the page of an order shows. */
const OTHERS = 4;

const filters = z.object({
  find: searchText.optional().catch(undefined),
  after: z.string().max(200).transform(clientPages.parseCursor).optional().catch(undefined),
});

const ok = { success: true as const };

/** The client in the path; 404 for everybody else, staff included. */
async function clientInPath(c: Context<Env>): Promise<User> {
  const user = await findClient(c.var.services.store.db, c.req.param('id') ?? '');
  if (!user) throw new ApiError(404, UNKNOWN_CLIENT);
  return user;
}

/** The people who ordered or asked; mounted behind the owner's guard. */
export const clientRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { store, provider } = c.var.services;
    const rows = await listClients(store.db, { ...filters.parse(c.req.query()), limit: PAGE + 1 });
    const { page, next } = clientPages.page(rows, PAGE);
    return c.json({ ...ok, clients: await toClientDtos(store.db, page, provider), next });
  })
  .get('/:id', async (c) => {
    const client = await toClientPageDto(c.var.services, await clientInPath(c));
    return c.json({ ...ok, client });
  })
  .get('/:id/orders', async (c) => {
    const { store, provider } = c.var.services;
    const { id } = await clientInPath(c);
    const rows = await listOrdersOf(store.db, id, {
      except: c.req.query('except') ?? '',
      limit: OTHERS + 1,
    });
    return c.json({
      ...ok,
      orders: rows.slice(0, OTHERS).map((order) => toClientOrderDto(order, provider)),
      hasMore: rows.length > OTHERS,
    });
  })
  .post('/:id/allow', audited('Let a client order again'), async (c) => {
    await allowOrders(c.var.services, (await clientInPath(c)).id);
    return c.json({ ...ok, message: ORDERS_ALLOWED });
  })
  .put('/:id/notes', audited('Wrote notes about a client'), validate(notesBody), async (c) => {
    const { id } = await clientInPath(c);
    const notes = await saveNotes(c.var.services, id, c.req.valid('json'));
    return c.json({ ...ok, message: NOTES_SAVED, notes });
  })
  .get(
    '/:id/data.json',
    audited('Exported a client’s data'),
    confirmedOwnersOnly,
    limitDownloads,
    async (c) => {
      const client = await clientInPath(c);
      if (isDeletedAddress(client.email)) throw new ApiError(409, CLIENT_LEFT);
      c.header('Content-Disposition', 'attachment; filename="client-data.json"');
      return c.json(await exportOnRequest(c.var.services, client, requireUser(c)));
    },
  );
