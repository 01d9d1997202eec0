import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { listGigs } from '../../api/modules/catalog/gigs/queries.ts';
import { CANCELLATION_TERMS } from '../../api/modules/orders/cancellation/rules.ts';
import { canonicalJson } from '../../api/platform/canonical-json.ts';
import fc from '../support/fast-check.ts';
import { changeGig } from '../support/gigs.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, orderOf } from '../support/payments.ts';
import { STORE, WEBSITE } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const storedAgreements = () =>
  app.server.services.store.db.selectFrom('agreements').selectAll().orderBy('id').execute();

test('writes what was agreed when a package is ordered', async () => {
  const { body } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const [extra] = body.gig.extraFeatures;
  const [plan] = body.gig.PricingPlans;
  const { orderId } = await buy(app, asha, {
    orderItems: [
      {
        gigId: STORE,
        selectedPlan: { planType: plan.planType },
        extraFeatures: [{ id: extra._id, quantity: 2 }],
      },
    ],
    paymentType: 'Milestone',
    totalAmount: plan.price + 2 * extra.price,
  });
  const { agreement } = await orderOf(asha, orderId);
  const total = (plan.price + 2 * extra.price) * 100;
  expect(agreement.terms).toMatchObject({
    version: 1,
    title: `${body.gig.title}, ${plan.planType} package`,
    total,
    scope: [
      { name: plan.title, quantity: 1, amount: plan.price * 100 },
      { name: extra.name, quantity: 2, amount: extra.price * 200 },
    ],
    parts: [
      { amount: Math.ceil(total / 2), due: 'accepting' },
      { amount: Math.floor(total / 2), due: 'delivery' },
    ],
    deliveryDays: plan.deliveryDays,
    revisions: plan.revisionCount,
    cancellation: CANCELLATION_TERMS,
    texts: { acceptance: 2, legal: 1 },
  });
  expect(agreement.terms.scope[0].details).toEqual(expect.arrayContaining(plan.features));
  const json = canonicalJson(agreement.terms);
  expect(agreement.sha256).toBe(createHash('sha256').update(json).digest('hex'));
  expect(agreement.hash).toBe(agreement.sha256.slice(0, 8));
  const theirs = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order.agreement;
  expect(theirs).toEqual(agreement);
});

test('names the agreement on the receipt', async () => {
  const { orderId } = await buy(app, bela);
  const { agreement } = await orderOf(bela, orderId);
  const receipt = await rowWith(app, 'receipts', { order_id: orderId });
  expect(JSON.parse(receipt.data).agreement).toBe(agreement.hash);
});

test('keeps every agreement when gigs, plans, extras, texts and percentages are edited', async () => {
  const { orderId } = await buy(app, asha);
  const before = { rows: await storedAgreements(), shown: await orderOf(asha, orderId) };
  await app.write(async (tx) => {
    for (const { id } of await listGigs(tx)) {
      await changeGig(tx, id, ({ PricingPlans, extraFeatures }) => ({
        title: 'Another title',
        description: '<p>Other</p>',
        PricingPlans: PricingPlans.map((plan) => ({
          ...{ ...plan, title: 'Another plan', shortDescription: 'Other', features: ['Nothing'] },
          ...{ price: plan.price + 100, deliveryDays: 99, revisionCount: 0 },
        })),
        extraFeatures: extraFeatures.map((extra) => ({
          ...extra,
          name: 'Another extra',
          price: 1,
        })),
      }));
    }
  });
  const terms = { ...CANCELLATION_TERMS };
  onTestFinished(() => void Object.assign(CANCELLATION_TERMS, terms));
  Object.assign(CANCELLATION_TERMS, { version: 9, notAccepted: 1, accepted: 2, delivered: 3 });
  expect(await storedAgreements()).toEqual(before.rows);
  expect((await orderOf(asha, orderId)).agreement).toEqual(before.shown.agreement);

  const { body } = await bela.get(`/api/v1/gig/get/${WEBSITE}`);
  const later = await buy(app, bela, { totalAmount: body.gig.PricingPlans[0].price });
  const { agreement } = await orderOf(bela, later.orderId);
  expect(agreement.terms.cancellation, 'a new order has the new terms').toMatchObject({
    version: 9,
    notAccepted: 1,
  });
  expect(agreement.sha256).not.toBe(before.shown.agreement.sha256);
});

test('the same terms have one canonical text, whatever the order of their keys', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (object) => {
      const turned = Object.fromEntries(Object.entries(object).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(object));
      expect(JSON.parse(canonicalJson(object))).toEqual(JSON.parse(JSON.stringify(object)));
    }),
  );
});
