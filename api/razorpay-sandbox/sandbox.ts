import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { merchantRoutes } from './api-routes.ts';
import { buyerRoutes } from './checkout-routes.ts';
import type { SandboxContext } from './context.ts';
import { controlRoutes } from './control-routes.ts';
import { openStore } from './database.ts';
import { toOrderDto, toPaymentDto, toRefundDto } from './entities.ts';
import { answerError, tooLarge } from './errors.ts';
import type { Faults } from './faults.ts';
import { createFaults } from './faults.ts';
import type { Secrets } from './guards.ts';
import { checkSecrets, onlyJson, onlyLoopback } from './guards.ts';
import { faultMiddleware } from './inject-fault.ts';
import type { PayOptions } from './pay.ts';
import { lateAuthorise, pay } from './pay.ts';
import { all } from './queries.ts';
import { endRefund, refundPayment } from './refunds.ts';
import { buildScript } from './script.ts';
import type { CheckoutResult, OrderEntity, PaymentEntity, RefundEntity } from './types.ts';
import { createWebhookSender, listEvents } from './webhook-sender.ts';

export interface SandboxOptions extends Secrets {
  /** The sandbox's own SQLite file; ':memory:' is allowed. */
  file: string;
  /** Where events are posted; null keeps them in the file until a URL is set. */
  webhookUrl: string | null;
  now?: () => Date;
  webhookRetryMs?: number[];
  /** Mounts /control for tests that run the app as another process. */
  allowFaultsOverHttp?: boolean;
  /** The one other origin whose pages may use the dialog, when the sandbox runs alone. */
  siteOrigin?: string;
}

export interface RazorpaySandbox {
  app: Hono;
  faults: Faults;
  setWebhookUrl(url: string | null): void;
  records(): { orders: OrderEntity[]; payments: PaymentEntity[]; refunds: RefundEntity[] };
  events(): ReturnType<typeof listEvents>;
  pay(orderId: string, options: PayOptions): CheckoutResult;
  lateAuthorise(paymentId: string, options?: { force?: boolean }): void;
  /** Ends a refund that waits (`faults.refunds`). */
  endRefund(refundId: string, status: 'processed' | 'failed'): void;
  /** Refunds a payment as the merchant does in the provider's dashboard. */
  refund(paymentId: string, amount?: number): RefundEntity;
  /** Sends these events now and in this order, whatever their state; returns the HTTP statuses. */
  deliver(eventIds: string[]): Promise<Array<number | null>>;
  replayEvent(eventId: string): Promise<number | null>;
  /** Ends `faults.webhooks.hold` and sends the events that waited. */
  release(): void;
  /** Resolves when every event has been delivered. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A local Razorpay; README.md lists what it implements. */
export function createSandbox(options: SandboxOptions): RazorpaySandbox {
  checkSecrets(options);
  const { keyId, keySecret, webhookSecret, now = () => new Date() } = options;
  const faults = createFaults();
  const db = openStore(options.file);
  const context: SandboxContext = {
    db,
    keyId,
    keySecret,
    webhookSecret,
    faults,
    now,
    flushWebhooks: () => webhooks.flush(),
  };
  const webhooks = createWebhookSender(context, options.webhookRetryMs);

  const sandbox: Omit<RazorpaySandbox, 'app'> = {
    faults,
    setWebhookUrl: webhooks.setUrl,
    records: () => ({
      orders: all(context, 'orders').map(toOrderDto),
      payments: all(context, 'payments').map(toPaymentDto),
      refunds: all(context, 'refunds').map(toRefundDto),
    }),
    events: () => listEvents(context),
    pay: (orderId, how) => pay(context, orderId, how),
    lateAuthorise: (paymentId, how) => lateAuthorise(context, paymentId, how?.force),
    endRefund: (id, status) => endRefund(context, id, status),
    refund: (id, amount) =>
      toRefundDto(refundPayment(context, id, amount === undefined ? {} : { amount }, null)),
    deliver: webhooks.deliver,
    replayEvent: async (eventId) => (await webhooks.deliver([eventId]))[0] ?? null,
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
  return { ...sandbox, app: routes(context, sandbox, options) };
}

function routes(
  context: SandboxContext,
  sandbox: Omit<RazorpaySandbox, 'app'>,
  options: SandboxOptions,
): Hono {
  let script = '';
  const app = new Hono();
  app.onError(answerError);
  app.use(onlyLoopback, bodyLimit({ maxSize: 64 * 1024, onError: tooLarge }));
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
  app.route('/v1', merchantRoutes(context));
  if (options.allowFaultsOverHttp) app.route('/control', controlRoutes(sandbox));
  return app;
}
