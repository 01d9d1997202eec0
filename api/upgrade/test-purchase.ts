import { randomUUID } from 'node:crypto';
import { isOrderable } from '../modules/catalog/gigs/rules.ts';
import type { App } from '../start-app.ts';

const PASSWORD = 'A-rehearsed-purchase-42';
const ADDRESS = {
  ...{ firstName: 'Test', lastName: 'Purchase', address: '1 Test Road', city: 'Pune' },
  ...{ state: 'Maharashtra', country: 'India', phoneNo: '+91 98765 43210' },
};

interface Gig {
  _id: string;
  PricingPlans: { planType: string; price: number }[];
}

/**
 * Signs a buyer up, orders the first gig that can be ordered and pays in the sandbox. Returns the order's id; null
 * when there is no such gig.
 */
export async function runTestPurchase(app: App): Promise<string | null> {
  const call = openClient(app.config.siteOrigin);
  const { gigs } = await call<{ gigs: Gig[] }>('GET', '/gig/get');
  const first = gigs.find(isOrderable);
  if (!first) return null;
  const { gig } = await call<{ gig: Gig }>('GET', `/gig/get/${first._id}`);
  const [plan] = gig.PricingPlans;
  if (!plan) throw new Error('the gig has lost its plan meanwhile');
  const email = `${randomUUID()}@rehearsal.example`;
  await call('POST', '/user/sign-up', { name: 'Test Purchase', email, password: PASSWORD });
  await call('POST', '/user/verify-email', { code: await codeFor(app, email) });
  const placed = await call<{ orderId: string }>('POST', '/gig/order/place', {
    ...{ checkoutId: randomUUID(), paymentType: 'Full', totalAmount: plan.price },
    orderItems: [{ gigId: gig._id, selectedPlan: { planType: plan.planType }, extraFeatures: [] }],
    addressInfo: { ...ADDRESS, email },
  });
  if (!app.razorpaySandbox) throw new Error('there is no sandbox to pay in');
  const paid = app.razorpaySandbox.pay(placed.orderId, { method: 'card', outcome: 'captured' });
  const { order } = await call<{ order: { _id: string } }>('POST', '/gig/order/verify', paid);
  return order._id;
}

/** Reads the code from the outbox, because the copy sends no mail. */
async function codeFor({ services }: App, email: string): Promise<string> {
  const rows = await services.store.db
    .selectFrom('outbox')
    .select('encrypted')
    .where('kind', '=', 'code')
    .where('encrypted', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();
  const mails = rows.map(({ encrypted }) => encrypted && services.outbox.open(encrypted));
  const text = mails.find((mail) => mail?.to === email)?.text ?? '';
  const [code] = /^\d{6}$/m.exec(text) ?? [];
  if (!code) throw new Error('no code was mailed');
  return code;
}

/** Calls the API as a page does: with cookies, origin and CSRF token. */
function openClient(origin: string) {
  const cookies = new Map<string, string>();
  return async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        Cookie: cookie,
        Origin: origin,
        'Content-Type': 'application/json',
        'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const json = (await response.json()) as T & { message?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${json.message}`);
    return json;
  };
}
