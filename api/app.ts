import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { requestId } from 'hono/request-id';
import { type HealthChecks, health } from './health.ts';
import { assistantAccess } from './modules/accounts/assistants/permissions.ts';
import { accounts } from './modules/accounts/routes.ts';
import { withSession } from './modules/accounts/sessions.ts';
import { paperCopyRoutes } from './modules/billing/paper-copies.ts';
import { documentRoutes } from './modules/billing/routes.ts';
import { caseStudyRoutes } from './modules/case-studies/routes.ts';
import { gigs } from './modules/catalog/gigs/routes.ts';
import { projects } from './modules/catalog/projects/routes.ts';
import { chat } from './modules/chat/routes.ts';
import { MAX_ATTACHMENT_BYTES } from './modules/chat/texts.ts';
import { adminRoutes } from './modules/dashboard/routes.ts';
import { revisionRoutes } from './modules/deliveries/revisions.ts';
import { deliveryRoutes } from './modules/deliveries/routes.ts';
import { legalRoutes } from './modules/legal/routes.ts';
import { notifications } from './modules/notifications/routes.ts';
import { buyerPageRoutes, orderListRoutes } from './modules/order-pages/routes.ts';
import { calendarFeed } from './modules/orders/calendar-feed.ts';
import { orders, planDates } from './modules/orders/routes.ts';
import { checkoutRoutes } from './modules/payments/checkout-routes.ts';
import { changes } from './modules/payments/order-changes/routes.ts';
import { paymentCallback } from './modules/payments/payment-callback.ts';
import { paymentLinkRoutes } from './modules/payments/payment-links.ts';
import type { Reconciler } from './modules/payments/reconcile.ts';
import { webhook } from './modules/payments/webhook.ts';
import { quotes } from './modules/quotes/routes.ts';
import { publicReviewRoutes, reviews } from './modules/reviews/routes.ts';
import type { Publisher } from './modules/site/publish/publisher.ts';
import { createContentReader } from './modules/site/releases/release-folder.ts';
import { staticSite } from './modules/site/serve/serve-site.ts';
import type { VisitCounter } from './modules/visits/count-visits.ts';
import { auditRequests } from './platform/audit/audit-middleware.ts';
import { actionNames } from './platform/audit/audited.ts';
import { MAX_AVATAR_LENGTH, MAX_PICTURE_LENGTH } from './platform/files/limits.ts';
import { media, pdfLibrary } from './platform/files/routes.ts';
import { cleanAddress } from './platform/http/clean-input.ts';
import { csrf } from './platform/http/csrf.ts';
import type { Env } from './platform/http/env.ts';
import { answerError, failure } from './platform/http/errors.ts';
import { noStore, securityHeaders } from './platform/http/headers.ts';
import { localOnly } from './platform/http/local-only.ts';
import { createResponseCache } from './platform/http/response-cache.ts';
import { mailbox } from './platform/mail/dev-mailbox.ts';
import { observeRequests } from './platform/metrics.ts';
import type { Services } from './platform/services.ts';

const BASE = '/api/v1';
const ADMIN = `${BASE}/desk/`;
const PICTURE_ROUTES = [`${BASE}/user/sign-up`, `${BASE}/user/picture`];
const MAX_JSON_BYTES = 64 * 1024;
const jsonLimit = bodyLimit({ maxSize: MAX_JSON_BYTES });
const UPLOAD_ROUTE = `${BASE}/communicate/attachment`;
const uploadLimit = bodyLimit({ maxSize: MAX_ATTACHMENT_BYTES + 1 });
const pictureLimit = bodyLimit({ maxSize: MAX_AVATAR_LENGTH + MAX_JSON_BYTES });
const adminBodyLimit = bodyLimit({ maxSize: MAX_PICTURE_LENGTH + MAX_JSON_BYTES });

const UNKNOWN_ROUTE = 'There is no such call.';

interface AppOptions {
  services: Services;
  reconciler: Reconciler;
  publisher: Publisher;
  checks: HealthChecks;
  /** Scripts and styles of pages that another process has made. */
  findCompiled: (path: string) => Promise<Buffer | undefined>;
  /** Without it no visit is counted. */
  visits?: Pick<VisitCounter, 'middleware'>;
  /** The Razorpay sandbox; absent if real keys are set. */
  razorpaySandbox?: Hono | undefined;
}

/** Mounts every route: API, media, site and, in development, the sandbox and the mailbox. */
export function createApp({ services, ...parts }: AppOptions) {
  const { reconciler, publisher, checks, findCompiled, visits, razorpaySandbox } = parts;
  const app = new Hono<Env>();
  app.onError((error, c) => {
    noStore(c);
    return answerError(error, c, (cause) => services.log.error(`${c.req.method} failed`, cause));
  });
  app.notFound((c) => {
    noStore(c);
    return c.json(failure(UNKNOWN_ROUTE), 404);
  });
  // The request id is always our own: a client's id would let it write into our logs.
  app.use(requestId({ headerName: '' }));
  app.use(observeRequests(services, BASE));
  app.use(async (c, next) => {
    c.set('services', services);
    c.set('user', null);
    c.set('assistant', null);
    c.set('token', null);
    await next();
  });
  app.use(securityHeaders(services.config.https));
  app.use(`${BASE}/*`, cleanAddress).use('/media/*', cleanAddress);
  app.route('/', health(checks));
  if (razorpaySandbox) app.use('/gateway/*', localOnly).mount('/gateway', razorpaySandbox.fetch);
  const names = () => actionNames(app.routes, BASE);
  const routes = app.route(BASE, api({ services, reconciler, publisher, names }));
  app.all(`${BASE}/*`, (c) => c.notFound());
  app.route('/media', media);
  if (services.config.devMailbox) app.use('/dev/*', localOnly).route('/dev', mailbox);
  if (visits) app.get('*', visits.middleware);
  app.route('/', staticSite(services.config, findCompiled));
  return routes;
}

function limitOf(path: string) {
  if (path === UPLOAD_ROUTE) return uploadLimit;
  if (path.startsWith(ADMIN)) return adminBodyLimit;
  return PICTURE_ROUTES.includes(path) ? pictureLimit : jsonLimit;
}

interface ApiOptions extends Pick<AppOptions, 'services' | 'reconciler' | 'publisher'> {
  /** The names of all actions for the audit log. */
  names: () => Record<string, string>;
}

function api({ services, reconciler, publisher, names }: ApiOptions) {
  const cached = createResponseCache(services.store);
  const published = createContentReader(services.config.dataDir);
  return new Hono<Env>()
    .route('/gig/webhook', webhook(reconciler.flush))
    .route('/gig/order', paymentCallback)
    .route('/gig/order', paymentLinkRoutes)
    .use(auditRequests({ clock: services.clock, base: BASE }))
    .use(csrf)
    .route('/gig', gigs(services, cached))
    .route('/gig', publicReviewRoutes(services, cached))
    .route('/gig', planDates(services, cached))
    .route(
      '/client',
      projects(services.store, cached, () => published()?.projects),
    )
    .route('/client', legalRoutes)
    .route('/calendar', calendarFeed)
    .route('/pdf', pdfLibrary)
    .use(async (c, next) => {
      noStore(c);
      await next();
    })
    .use((c, next) => (c.req.method === 'GET' ? next() : limitOf(c.req.path)(c, next)))
    .use(withSession)
    .use(assistantAccess(BASE))
    .use(async (c, next) => {
      const actor = c.var.assistant ?? c.var.user;
      if (actor) c.set('services', { ...c.var.services, actor });
      await next();
    })
    .route('/user/paper-copies', paperCopyRoutes)
    .route('/user/case-studies', caseStudyRoutes)
    .route('/user', accounts)
    .route('/gig/delivery', deliveryRoutes)
    .route('/gig/order', revisionRoutes)
    .route('/gig/order', orderListRoutes(services, cached))
    .route('/gig/order', checkoutRoutes)
    .route('/gig/order', orders)
    .route('/gig/order', documentRoutes)
    .route('/gig/order', buyerPageRoutes)
    .route('/gig/change', changes)
    .route('/gig/review', reviews)
    .route('/communicate', chat)
    .route('/quote', quotes)
    .route('/notify', notifications)
    .route('/desk', adminRoutes(publisher, names));
}

export type Api = ReturnType<typeof createApp>;
