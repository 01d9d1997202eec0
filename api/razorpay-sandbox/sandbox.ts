import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { merchantRoutes } from './api-routes.ts';
import { buildScript } from './bundle-checkout.ts';
import { buyerRoutes } from './checkout-routes.ts';
import type { SandboxContext } from './context.ts';
import { controlRoutes } from './control-routes.ts';
import { openStore } from './database.ts';
import {
  type DisputeMove,
  type DisputeMoveOptions,
  type DisputeOptions,
  moveDispute,
  openDispute,
} from './disputes.ts';
import { MAX_DOCUMENT_BYTES } from './documents.ts';
import { type DowntimeOptions, moveDowntime, startDowntime } from './downtimes.ts';
import { toDisputeDto, toDocumentDto, toOrderDto, toPaymentDto, toRefundDto } from './entities.ts';
import { answerError, tooLarge } from './errors.ts';
import { createFaults } from './faults.ts';
import type { Secrets } from './guards.ts';
import { checkSecrets, onlyJson, onlyLoopback } from './guards.ts';
import { faultMiddleware } from './inject-fault.ts';
import type { PayOptions } from './pay.ts';
import { decide, lateAuthorise, pay } from './pay.ts';
import { all, find } from './queries.ts';
import { endRefund, refundPayment } from './refunds.ts';
import type { DowntimeMethod, DowntimeSeverity } from './types.ts';
import { upiApp } from './upi.ts';
import { createWebhookSender, listEvents } from './webhook-sender.ts';

export interface SandboxOptions extends Secrets {
  /** The sandbox's own SQLite file; ':memory:' is allowed. */
  file: string;
  /** The URL to which events are sent; null stores them until a URL is set. */
  webhookUrl: string | null;
  /** Sends events to the URL; `fetch` unless the app is in this process. */
  post?: typeof fetch;
  now?: () => Date;
  webhookRetryMs?: number[];
  /** Mounts /control, for tests that run the app in a separate process. */
  allowFaultsOverHttp?: boolean;
  /** The only other origin whose pages may use the dialog, if the sandbox runs alone. */
  siteOrigin?: string;
}

/** Creates a local Razorpay; README.md lists what it implements. */
export function createSandbox(options: SandboxOptions) {
  const { context, sandbox } = open(options);
  return { ...sandbox, app: routes(context, sandbox, options) };
}

export type RazorpaySandbox = ReturnType<typeof createSandbox>;

function open(options: SandboxOptions) {
  checkSecrets(options);
  const { keyId, keySecret, webhookSecret, now = () => new Date() } = options;
  const faults = createFaults();
  const db = openStore(options.file);
  const context: SandboxContext = {
    ...{ db, keyId, keySecret, webhookSecret, faults, now },
    flushWebhooks: () => webhooks.flush(),
  };
  const webhooks = createWebhookSender(context, options);

  const sandbox = {
    faults,
    setWebhookUrl: webhooks.setUrl,
    records: () => ({
      orders: all(context, 'orders').map(toOrderDto),
      payments: all(context, 'payments').map(toPaymentDto),
      refunds: all(context, 'refunds').map(toRefundDto),
      disputes: all(context, 'disputes').map(toDisputeDto),
      documents: all(context, 'documents').map(toDocumentDto),
    }),
    events: () => listEvents(context),
    pay: (orderId: string, how: PayOptions) => pay(context, orderId, how),
    decide: (paymentId: string, reason?: string) => decide(context, paymentId, reason),
    lateAuthorise: (paymentId: string, how?: { force?: boolean }) =>
      lateAuthorise(context, paymentId, how?.force),
    /** Ends a refund that waits (`faults.refunds`), or sends one back. */
    endRefund: (id: string, status: 'processed' | 'failed' | 'reversed') =>
      endRefund(context, id, status),
    /** Refunds a payment, like the merchant in the provider's dashboard. */
    refund: (id: string, amount?: number) =>
      toRefundDto(refundPayment(context, id, amount === undefined ? {} : { amount }, null)),
    /** Opens a dispute of a captured payment, as after a card holder's complaint. */
    dispute: (paymentId: string, how?: DisputeOptions) =>
      toDisputeDto(openDispute(context, paymentId, how)),
    /** Simulates the bank's next step: review, a request for more evidence, or a decision. */
    moveDispute: (id: string, event: DisputeMove, more?: DisputeMoveOptions) =>
      toDisputeDto(moveDispute(context, id, event, more)),
    /** Starts a downtime of a method: with no `instrument` of all of it, and then its payments fail. */
    downtime: (method: DowntimeMethod, how?: DowntimeOptions) =>
      startDowntime(context, method, how),
    moveDowntime: (id: string, to: 'updated' | 'resolved', severity?: DowntimeSeverity) =>
      moveDowntime(context, id, to, severity),
    /** Returns the bytes of an uploaded document. */
    document: (id: string) => find(context, 'documents', id).content,
    deliver: webhooks.deliver,
    replayEvent: async (eventId: string) => (await webhooks.deliver([eventId]))[0] ?? null,
    /** Ends `faults.webhooks.hold` and sends the stored events. */
    release() {
      faults.webhooks.hold = false;
      webhooks.flush();
    },
    settled: webhooks.settled,
    async close() {
      faults.clear();
      await webhooks.close();
      db.close();
    },
  };
  webhooks.setUrl(options.webhookUrl);
  return { context, sandbox };
}

export type SandboxControls = ReturnType<typeof open>['sandbox'];

function routes(context: SandboxContext, sandbox: SandboxControls, options: SandboxOptions): Hono {
  let script = '';
  const app = new Hono();
  app.onError(answerError);
  const [small, uploads] = [64 * 1024, MAX_DOCUMENT_BYTES + 1024].map((maxSize) =>
    bodyLimit({ maxSize, onError: tooLarge }),
  ) as [MiddlewareHandler, MiddlewareHandler];
  app.use(onlyLoopback, (c, next) =>
    c.req.path.endsWith('/v1/documents') ? uploads(c, next) : small(c, next),
  );
  if (options.siteOrigin) app.use('/checkout/*', cors({ origin: options.siteOrigin }));
  app.use('/checkout/*', onlyJson);
  app.get('/v1/checkout.js', faultMiddleware(context.faults, 'checkout.script'), (c) => {
    script ||= buildScript();
    return c.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
  });
  app.route('/checkout', buyerRoutes(context));
  app.route('/upi', upiApp(context));
  app.route('/v1', merchantRoutes(context));
  if (options.allowFaultsOverHttp) app.route('/control', controlRoutes(sandbox));
  return app;
}
