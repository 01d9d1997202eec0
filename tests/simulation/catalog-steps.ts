import { expect } from 'vitest';
import { switchDollars } from '../support/currencies.ts';
import fc from '../support/fast-check.ts';
import { sendPut } from '../support/payments.ts';
import { ownerOf, STORE, WEBSITE } from '../support/people.ts';
import { type GigModel, isReviewRemoved, type Model, type ReviewModel } from './model.ts';
import { step } from './step.ts';

const DESK = '/api/v1/desk';
const nth = fc.nat({ max: 30 });

export const newGigs = (opensWhenPaid: boolean): GigModel[] =>
  [WEBSITE, STORE].map((id) => ({
    ...{ id, title: null, dearer: 0, isOffered: true, opensWhenPaid },
  }));

export const isOffered = ({ gigs }: Model, id: string): boolean =>
  gigs.find((gig) => gig.id === id)?.isOffered === true;

/** Whether the files of an order that is placed now open with a payment. */
export const gigOpensWhenPaid = ({ gigs }: Model, id: string): boolean =>
  gigs.find((gig) => gig.id === id)?.opensWhenPaid === true;

/** What visitors read of a gig, as far as it changes. */
export function offerOf({ gigs }: Model, id: string): string {
  const gig = gigs.find((each) => each.id === id);
  return `${gig?.title} ${gig?.dearer}`;
}

const saved = fc.record({
  at: nth,
  paise: fc.constantFrom(0, 10_050),
  opensWhenPaid: fc.boolean(),
});

const savingGig = saved.map(({ at, paise, opensWhenPaid }) =>
  step({
    scenario: () =>
      `the owner saves a gig in two tabs, ${paise} paise dearer, its files ${opensWhenPaid ? 'closed until paid' : 'open'}`,
    async run(model, { owner }) {
      const gig = model.gigs[at % model.gigs.length];
      if (!gig) throw new Error('no gig');
      const { body } = await owner.get(`${DESK}/gigs/${gig.id}`);
      const title = `Built ${at} times & more`;
      const dearer = (price: number) => Math.round(price * 100 + paise) / 100;
      const plans = body.gig.PricingPlans.map((plan: { price: number; priceUsd: number }) => ({
        ...{ ...plan, opensWhenPaid },
        ...{ price: dearer(plan.price), priceUsd: dearer(plan.priceUsd) },
      }));
      const save = () =>
        sendPut(owner, `${DESK}/gigs/${gig.id}`, { ...body.gig, title, PricingPlans: plans });
      const answers = await Promise.all([save(), save()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      gig.title = title;
      gig.dearer += paise;
      gig.opensWhenPaid = opensWhenPaid;
    },
  }),
);

const retiring = fc.constant(
  step({
    scenario: ({ gigs }) => `the owner ${gigs[1]?.isOffered ? 'retires' : 'publishes'} a gig`,
    async run({ gigs }, { owner }) {
      const gig = gigs[1];
      if (!gig) throw new Error('no gig');
      const { body } = await owner.get(`${DESK}/gigs/${gig.id}`);
      const status = gig.isOffered ? 'retired' : 'published';
      const sent = { version: body.gig.version, status };
      expect((await sendPut(owner, `${DESK}/gigs/${gig.id}/status`, sent)).status).toBe(200);
      gig.isOffered = !gig.isOffered;
    },
  }),
);

const reviewsOf = (model: Model): ReviewModel[] =>
  model.orders.flatMap((order) =>
    order.review && !isReviewRemoved(model, order) ? [order.review] : [],
  );

const hasReviews = (model: Model): boolean => reviewsOf(model).length > 0;

function pickReview(model: Model, at: number): ReviewModel {
  const all = reviewsOf(model);
  const review = all[at % all.length];
  if (!review) throw new Error('no review');
  return review;
}

const hiding = fc.record({ at: nth, hidden: fc.boolean() }).map(({ at, hidden }) =>
  step({
    scenario: () => `the owner ${hidden ? 'hides' : 'shows'} a review`,
    possible: hasReviews,
    async run(model, { owner }) {
      const review = pickReview(model, at);
      const path = `${DESK}/reviews/${review.id}/hidden`;
      const answer = hidden
        ? await owner.put(path, { reason: 'It names somebody.' })
        : await owner.delete(path);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      review.isHidden = hidden;
    },
  }),
);

const replying = fc.record({ at: nth, reply: fc.constantFrom('', 'Thank you.', '<b>Thanks</b>') });

const answering = replying.map(({ at, reply }) =>
  step({
    scenario: () => `the owner answers a review with “${reply}”`,
    possible: hasReviews,
    async run(model, { owner }) {
      const review = pickReview(model, at);
      const answer = await owner.put(`${DESK}/reviews/${review.id}/reply`, { reply });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      review.reply = reply;
    },
  }),
);

const switching = fc.constant(
  step({
    scenario: ({ sellsDollars }) => `the owner turns dollars ${sellsDollars ? 'off' : 'on'}`,
    async run(model, { app }) {
      // Turning them on needs a recent confirmation, which a sign-in is.
      const { status } = await switchDollars(await ownerOf(app), !model.sellsDollars);
      expect(status).toBe(200);
      model.sellsDollars = !model.sellsDollars;
    },
  }),
);

export const catalogSteps = [switching, savingGig, retiring, hiding, answering];
