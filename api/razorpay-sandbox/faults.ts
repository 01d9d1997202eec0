import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { CaptureMode } from './types.ts';

export const ROUTES = [
  'orders.create',
  'orders.fetch',
  'orders.list',
  'orders.update',
  'orders.payments',
  'payments.fetch',
  'payments.list',
  'payments.capture',
  'payments.refund',
  'payments.refunds',
  'downtimes.list',
  'downtimes.fetch',
  'refunds.fetch',
  'refunds.list',
  'disputes.fetch',
  'disputes.list',
  'disputes.accept',
  'disputes.contest',
  'documents.create',
  'documents.fetch',
  'checkout.script',
  'checkout.session',
  'checkout.pay',
  'checkout.confirm',
  'checkout.status',
  'checkout.cancel',
] as const;
export type RouteKind = (typeof ROUTES)[number];

export const FAULT_KINDS = ['delay', 'hang', 'drop', 'refuse', 'status', 'html', 'tamper'] as const;

/** A fault to inject. `when`: before or after the work is done and committed. */
export type Fault =
  | { kind: 'delay'; ms: number; when?: 'before' | 'after' }
  | { kind: 'hang'; when?: 'before' | 'after' }
  /** The work is committed, then the connection closes without a response. */
  | { kind: 'drop' }
  /** The connection closes before any work, as if the server were unreachable. */
  | { kind: 'refuse' }
  | { kind: 'status'; status: ContentfulStatusCode; when?: 'before' | 'after' }
  | { kind: 'html'; status?: ContentfulStatusCode; when?: 'before' | 'after' }
  /** Overwrites fields of the entity, or of every item of a list: amount, currency, order_id… */
  | { kind: 'tamper'; fields: Record<string, unknown> };

export interface WebhookFaults {
  /** Stores events without sending them until `sandbox.release()`. */
  hold: boolean;
  /** How often each event is delivered. */
  copies: number;
  order: 'created' | 'reversed' | 'shuffled';
}

/**
 * How a success reaches the merchant's page: by the handler, by a form posted to `callback_url`, by both or by
 * neither, as browsers inside other apps are said to do. Without a `callback_url` only the handler exists.
 */
export const DELIVERIES = ['handler', 'form', 'both', 'neither'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export interface Faults {
  /** The next `count` requests of this kind get the fault; '*' means every call of the merchant. */
  next(route: RouteKind | '*', fault: Fault, count?: number): void;
  /** Returns the fault for this request and reduces its count by one. */
  take(route: RouteKind): Fault | undefined;
  /** Resolves when `clear` is called; a hanging request waits for it. */
  released(): Promise<void>;
  /** Ends all faults and releases hanging requests. */
  clear(): void;
  /** Whether payments are captured automatically; 'manual' leaves them authorised. */
  capture: CaptureMode;
  /** Whether refunds are processed at once, or wait for `sandbox.endRefund`. */
  refunds: 'processed' | 'pending' | 'created';
  delivery: Delivery;
  /** Whether UPI is offered as in the provider's test mode, by UPI ID, or as in live mode. */
  upi: 'test' | 'live';
  /** Whether the account takes payments in other currencies than rupees. */
  international: boolean;
  /** What the account adds to each payment, in paise: a fee that buyers bear, or less than 0 for an offer. */
  addedToAmount: number;
  webhooks: WebhookFaults;
}

interface Planned {
  route: RouteKind | '*';
  fault: Fault;
  left: number;
}

export function createFaults(): Faults {
  let planned: Planned[] = [];
  let waiting: Array<() => void> = [];

  return {
    capture: 'automatic',
    refunds: 'processed',
    delivery: 'handler',
    upi: 'test',
    international: true,
    addedToAmount: 0,
    webhooks: { hold: false, copies: 1, order: 'created' },
    next(route, fault, count = 1) {
      planned.push({ route, fault, left: count });
    },
    take(route) {
      const plan = planned.find((each) => matches(each.route, route));
      if (!plan) return undefined;
      plan.left -= 1;
      if (plan.left <= 0) planned = planned.filter((each) => each !== plan);
      return plan.fault;
    },
    released() {
      return new Promise((resolve) => waiting.push(resolve));
    },
    clear() {
      planned = [];
      this.capture = 'automatic';
      this.refunds = 'processed';
      this.delivery = 'handler';
      this.upi = 'test';
      this.international = true;
      this.addedToAmount = 0;
      Object.assign(this.webhooks, { hold: false, copies: 1, order: 'created' });
      for (const release of waiting) release();
      waiting = [];
    },
  };
}

function matches(kind: RouteKind | '*', route: RouteKind): boolean {
  return kind === route || (kind === '*' && !route.startsWith('checkout.'));
}
