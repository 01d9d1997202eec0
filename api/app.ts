import { Hono } from 'hono';
import { accounts } from './accounts/routes.ts';
import { AVATAR_MOST_CHARS } from './accounts/rules.ts';
import { chat } from './chat/routes.ts';
import { ATTACHMENT_MOST_BYTES } from './chat/rules.ts';
import { deliveries } from './deliveries/routes.ts';
import { desk } from './desk/routes.ts';
import { gigs } from './gigs/routes.ts';
import { bodyAtMost } from './lib/body-at-most.ts';
import { csrf } from './lib/csrf.ts';
import type { Deps } from './lib/deps.ts';
import type { Env } from './lib/env.ts';
import { answerError, failure } from './lib/errors.ts';
import { noStore, securityHeaders } from './lib/headers.ts';
import { localOnly } from './lib/local-only.ts';
import { createResponseCache } from './lib/response-cache.ts';
import { withSession } from './lib/session.ts';
import { mailbox } from './mail/mailbox.ts';
import { media } from './media/routes.ts';
import { PICTURE_MOST_CHARS } from './media/rules.ts';
import { notifications } from './notifications/routes.ts';
import { orderList } from './orders/list.ts';
import { orders } from './orders/routes.ts';
import type { Reconciler } from './payments/reconcile.ts';
import { deskPayments } from './payments/routes.ts';
import { webhook } from './payments/webhook.ts';
import { projects } from './projects/routes.ts';
import type { Publisher } from './publish/publisher.ts';
import { reviews } from './reviews/routes.ts';
import { deskRevisions, revisions } from './revisions/routes.ts';
import type { Site } from './site.ts';

const BASE = '/api/v1';
const DESK = `${BASE}/desk/`;
const WITH_PICTURE = [`${BASE}/user/sign-up`, `${BASE}/user/picture`];
const JSON_MOST = 64 * 1024;
const jsonLimit = bodyAtMost(JSON_MOST);
const UPLOAD = `${BASE}/communicate/attachment`;
const uploadLimit = bodyAtMost(ATTACHMENT_MOST_BYTES + 1);
const pictureLimit = bodyAtMost(AVATAR_MOST_CHARS + JSON_MOST);
const deskLimit = bodyAtMost(PICTURE_MOST_CHARS + JSON_MOST);

const UNKNOWN_CALL = 'There is no such call.';

interface Parts {
  deps: Deps;
  reconciler: Reconciler;
  site: Site;
  publisher: Publisher;
  /** The local test gateway, where it serves. */
  gateway?: Hono | undefined;
}

/** The whole product behind one fetch function. */
export function createApp({ deps, reconciler, site, publisher, gateway }: Parts) {
  const app = new Hono<Env>();
  app.onError((error, c) => {
    noStore(c);
    return answerError(error, c, (cause) => deps.log.error(`${c.req.method} failed`, cause));
  });
  app.notFound((c) => {
    noStore(c);
    return c.json(failure(UNKNOWN_CALL), 404);
  });
  app.use(async (c, next) => {
    c.set('deps', deps);
    c.set('user', null);
    c.set('token', null);
    await next();
  });
  app.use(securityHeaders(deps.config.https));
  if (gateway) app.use('/gateway/*', localOnly).mount('/gateway', gateway.fetch);
  const routes = app.route(BASE, api({ deps, reconciler, publisher }));
  app.all(`${BASE}/*`, (c) => c.notFound());
  app.route('/media', media);
  if (deps.config.devMailbox) app.use('/dev/*', localOnly).route('/dev', mailbox);
  app.get('*', (c) => site.answer(c));
  return routes;
}

function limitOf(path: string) {
  if (path === UPLOAD) return uploadLimit;
  if (path.startsWith(DESK)) return deskLimit;
  return WITH_PICTURE.includes(path) ? pictureLimit : jsonLimit;
}

function api({ deps, reconciler, publisher }: Omit<Parts, 'site' | 'gateway'>) {
  const cached = createResponseCache(deps.store);
  return new Hono<Env>()
    .route('/gig/webhook', webhook(reconciler.wake))
    .use(csrf)
    .route('/gig', gigs(deps.store, cached))
    .route('/client', projects(deps.store, cached))
    .use(async (c, next) => {
      noStore(c);
      await next();
    })
    .use((c, next) => limitOf(c.req.path)(c, next))
    .use(withSession)
    .route('/user', accounts)
    .route('/gig/delivery', deliveries)
    .route('/gig/order', revisions)
    .route('/gig/order', orderList(deps.store, cached))
    .route('/gig/order', orders)
    .route('/gig/review', reviews)
    .route('/communicate', chat(deps))
    .route('/notify', notifications)
    .route('/desk/revisions', deskRevisions)
    .route('/desk/payments', deskPayments)
    .route('/desk', desk(publisher));
}

export type Api = ReturnType<typeof createApp>;
