import type { MiddlewareHandler } from 'hono';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { registeredPath } from '../../../platform/http/registered-path.ts';
import { roleOf } from '../../../platform/roles.ts';
import { findOwner } from '../queries.ts';

const ASSISTANTS_MAY_NOT =
  'As an assistant you cannot do this. Please ask the owner of the studio.';

/**
 * The calls that an assistant may make for the owner. All others are refused, also calls that are added
 * later.
 */
export const ASSISTANT_ROUTES: readonly string[] = [
  'GET /communicate/conversations',
  'PUT /communicate/conversations/:id/waits',
  'POST /communicate/order/user-conversation',
  'POST /communicate/send-message',
  'POST /communicate/attachment',
  'GET /communicate/attachment/:id',
  'GET /desk/waiting',
  'GET /desk/orders',
  'GET /desk/orders/:id',
  'GET /desk/orders/file/:id',
  'GET /desk/orders/picture/:id',
  'GET /desk/orders/archive/:id',
  'POST /desk/orders/:id/accept',
  'POST /desk/orders/:id/deliver',
  'POST /desk/orders/:id/undo',
  'POST /desk/orders/:id/wait',
  'POST /desk/orders/:id/resume',
  'POST /desk/orders/:id/uploads',
  'GET /desk/orders/:id/uploads/:upload',
  'PATCH /desk/orders/:id/uploads/:upload',
  'DELETE /desk/orders/:id/uploads/:upload',
  'POST /desk/orders/:id/links',
  'DELETE /desk/orders/:id/files/:file',
  'PUT /desk/orders/:id/files/:file/picture',
  'GET /desk/orders/pins/:orderId',
  'POST /desk/orders/pins',
  'POST /desk/orders/pins/:pin/replies',
  'PUT /desk/orders/pins/:pin/resolved',
  'POST /desk/orders/pins/:orderId/seen',
  'PATCH /desk/revisions/:id',
];

/**
 * Calls that an assistant makes as themselves: the own account and the lists of a buyer, which are empty.
 */
const OWN = /^\/(user|notify)\//;
const OWN_LISTS = ['GET /gig/order/user-orders', 'GET /communicate/questions'];

/**
 * Runs the calls in `ASSISTANT_ROUTES` as the owner: `user` becomes the owner, and `assistant` is the person
 * who called. Without this middleware an assistant is treated as a buyer.
 */
export const assistantAccess =
  (base: string): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { user } = c.var;
    if (user && roleOf(user) === 'assistant') {
      const path = registeredPath(c).slice(base.length);
      const call = `${c.req.method} ${path}`;
      const isOwn = OWN.test(path) || OWN_LISTS.includes(call);
      if (ASSISTANT_ROUTES.includes(call)) {
        c.set('assistant', user);
        c.set('user', (await findOwner(c.var.services.store.db)) ?? null);
      } else if (!isOwn) throw new ApiError(403, ASSISTANTS_MAY_NOT);
    }
    await next();
  };
