import { expect, test } from 'vitest';
import { runClock } from '../../api/modules/orders/clock/clock.ts';
import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { DAY, HOUR, MINUTE } from '../../api/platform/clock.ts';
import { dayIn } from '../../api/platform/dates.ts';
import { readAndCancel } from '../support/cancellation.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import { ADDRESS, insertBuyer, orderBody, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import { acceptQuote, askQuestion, quotesIn, sendQuote } from '../support/quotes.ts';
import { rowWith } from '../support/rows.ts';

const AVAILABILITY = '/api/v1/desk/availability';
const SELLER = 'Asia/Kolkata';
/** Where every day begins first. */
const FIRST = 'Pacific/Kiritimati';

const STEPS = [
  ...['order', 'order', 'order', 'orderAndPay', 'orderAndPay', 'orderAndPay', 'quote'],
  ...['pay', 'pay', 'pay', 'accept', 'accept', 'deliver', 'deliver', 'reject', 'cancel'],
  ...['timeOff', 'holidays', 'workingDays', 'capacity', 'pause', 'requirements', 'wait', 'resume'],
] as const;

const years = fc.record({
  hasClock: fc.boolean(),
  steps: fc.array(
    fc.record({
      step: fc.constantFrom(...STEPS),
      /** Often the next step is a moment later, so that buyers meet. */
      wait: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 30, max: 24 * 60 * 21 })),
      one: fc.nat(999),
      other: fc.nat(999),
    }),
    { minLength: 70, maxLength: 70 },
  ),
});

interface Dates {
  startsOn: string;
  deliverBy: string;
}
interface Pending extends Dates {
  id: string;
  buyerId: string;
  providerOrder: string;
  /** Whether it is an accepted quote, which keeps its days from others until then. */
  heldUntil: number | null;
}

/** Days are counted here again, by the simplest means, so that a mistake of the app is not repeated. */
const next = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
function daysOf({ startsOn, deliverBy }: Dates): string[] {
  const days: string[] = [];
  for (let day = startsOn; day <= deliverBy; day = next(day)) days.push(day);
  return days;
}

/** One shop and its buyers. */
class Year {
  now = Date.parse('2026-11-24T06:30:00Z');
  pending: Pending[] = [];
  /** What every paid order was promised. */
  promised = new Map<string, Dates>();
  figures = { promises: 0, late: 0, moved: 0 };
  readonly #hasClock: boolean;
  #app: InProcessApp | undefined;
  constructor(hasClock: boolean) {
    this.#hasClock = hasClock;
  }

  get app(): InProcessApp {
    if (!this.#app) throw new Error('not started');
    return this.#app;
  }
  get db() {
    return this.app.server.services.store.db;
  }
  async start() {
    this.#app = await startInProcessApp(() => new Date(this.now));
    await this.save({ capacity: 1, clock: this.#hasClock });
  }
  #day = (zone: string) => dayIn(new Date(this.now), zone);

  async save(values: object) {
    const owner = await ownerOf(this.app);
    const { body } = await owner.get(AVAILABILITY);
    const all = { ...body.availability, ...values, confirmed: true };
    const answer = await owner.put(AVAILABILITY, all);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  readonly availability = async () => (await (await ownerOf(this.app)).get(AVAILABILITY)).body;

  /** What everybody can read now. */
  async publicDates(): Promise<(Dates & { planType: string })[]> {
    return (await this.app.visitor().get(`/api/v1/gig/availability/${WEBSITE}`)).body.plans;
  }

  async pass(minutes: number) {
    this.now += minutes * MINUTE;
    const { services } = this.app.server;
    await runClock(services);
    await completeUnansweredDeliveries(services);
    // Public answers are cached until something is written.
    await this.app.write(async () => {});
  }

  rowOf = (id: string) =>
    this.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** A start is never in the past, in the buyer's yesterday, on a day off or on a full day. */
  async checkPromise(id: string, dates: Dates) {
    this.figures.promises += 1;
    const { availability } = await this.availability();
    const isOff = (day: string) =>
      availability.timeOff.some(
        (off: { from: string; to: string }) => off.from <= day && day <= off.to,
      );
    const isWorked = (day: string) =>
      availability.workingDays.includes(new Date(day).getUTCDay()) &&
      !availability.holidays.some((holiday: { day: string }) => holiday.day === day) &&
      !isOff(day);
    expect(dates.startsOn > this.#day(SELLER), 'a start in the past').toBe(true);
    expect(dates.startsOn >= this.#day(FIRST), 'a start in a buyer’s yesterday').toBe(true);
    expect([dates.startsOn, dates.deliverBy].map(isWorked), 'a day off').toEqual([true, true]);
    const { delivery_days } = await this.rowOf(id);
    const days = daysOf(dates);
    const counted = days.slice(1).filter((day) => !isOff(day)).length;
    expect(counted, 'days of delivery').toBeGreaterThanOrEqual(delivery_days);
    const busy = await this.listBusy(id);
    for (const day of days) {
      const others = busy.filter((each) => each.startsOn <= day && day <= each.deliverBy).length;
      expect(others, `orders on ${day}`).toBeLessThan(availability.capacity);
    }
  }

  /** The other orders that run, and the accepted quotes that are held: an unpaid checkout takes no place. */
  async listBusy(except: string): Promise<Dates[]> {
    const now = new Date(this.now).toISOString();
    const waiting = await this.db.selectFrom('order_pauses').selectAll().execute();
    const gone = waiting.filter(
      (pause) => !pause.ended_at && Date.parse(pause.started_at) <= this.now - 14 * DAY,
    );
    const orders = await this.db.selectFrom('orders').selectAll().execute();
    const quotes = await this.db.selectFrom('quotes').select('order_id').execute();
    const quoted = new Set(quotes.map(({ order_id }) => order_id));
    return orders.flatMap((order) => {
      const { id, paid, status, starts_on: startsOn, ends_on, held_until, delivery_date } = order;
      if (id === except || !startsOn || !ends_on) return [];
      if (paid === 0)
        return held_until && held_until > now && quoted.has(id)
          ? [{ startsOn, deliverBy: ends_on }]
          : [];
      if (!['In Progress', 'Accepted'].includes(status) || order.refunded >= paid) return [];
      if (gone.some(({ order_id }) => order_id === id)) return [];
      const due = dayIn(delivery_date ?? '', SELLER);
      const today = this.#day(SELLER);
      return [{ startsOn, deliverBy: [due, today].sort().at(-1) ?? '' }];
    });
  }

  async order(one: number): Promise<Pending | undefined> {
    const { person, user } = await insertBuyer(this.app);
    const plans = await this.publicDates();
    const shown = plans[one % (plans.length || 1)];
    const { body } = await person.get(`/api/v1/gig/get/${WEBSITE}`);
    const plan = body.gig.PricingPlans.find(
      (each: { planType: string }) => each.planType === shown?.planType,
    );
    const item = {
      gigId: WEBSITE,
      selectedPlan: { planType: shown?.planType ?? 'Basic' },
      extraFeatures: [],
    };
    const more = {
      orderItems: [item],
      startsOn: shown?.startsOn,
      ...(plan ? { totalAmount: plan.price } : {}),
    };
    const placed = await person.post('/api/v1/gig/order/place', await orderBody(person, more));
    expect(placed.status, JSON.stringify(placed.body)).toBe(shown ? 201 : 409);
    return shown && this.promise(placed.body.orderId, user.id, shown);
  }

  async quote(one: number) {
    const { person, user } = await insertBuyer(this.app);
    const owner = await ownerOf(this.app);
    const conversation = await askQuestion(person, WEBSITE);
    const id = await sendQuote(owner, conversation, { deliveryDays: 1 + (one % 40) });
    const [{ dates }] = await quotesIn(person, conversation);
    if (!dates) return;
    const accepted = await acceptQuote(person, id, ADDRESS, { startsOn: dates.startsOn });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(201);
    await this.promise(accepted.body.orderId, user.id, dates, this.now + 15 * MINUTE);
  }

  /** The stored dates are those that were shown. */
  async promise(
    providerOrder: string,
    buyerId: string,
    shown: Dates,
    heldUntil: number | null = null,
  ): Promise<Pending> {
    const { order_id: id } = await rowWith(this.db, 'instalments', {
      provider_order_id: providerOrder,
    });
    const row = await this.rowOf(id);
    expect([row.starts_on, row.ends_on]).toEqual([shown.startsOn, shown.deliverBy]);
    await this.checkPromise(id, shown);
    const { startsOn, deliverBy } = shown;
    const pending = { ...{ id, buyerId, providerOrder, heldUntil }, startsOn, deliverBy };
    this.pending.push(pending);
    return pending;
  }

  async pay({ id, buyerId, providerOrder, heldUntil, startsOn, deliverBy }: Pending) {
    this.pending = this.pending.filter((each) => each.id !== id);
    const before = await this.rowOf(id);
    const plans = await this.publicDates();
    const person = await signedIn(this.app, buyerId);
    const result = this.app.sandbox.pay(providerOrder, { method: 'card', outcome: 'captured' });
    const answer = await person.post('/api/v1/gig/order/verify', result);
    const row = await this.rowOf(id);
    // A quote that was accepted a week ago has lapsed.
    if (row.paid === 0) return;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const dates = { startsOn: row.starts_on ?? '', deliverBy: row.ends_on ?? '' };
    const isHeld = heldUntil !== null && this.now < heldUntil;
    const isKept = dates.startsOn === startsOn && dates.deliverBy === deliverBy;
    if (isHeld) expect(isKept, 'paid within the hold').toBe(true);
    else {
      this.figures.late += 1;
      await this.checkPromise(id, dates);
    }
    if (!isKept) {
      this.figures.moved += 1;
      const sameDays = plans.filter(({ planType }) => before.items.includes(`"${planType}"`));
      if (sameDays[0]) expect(sameDays[0]).toMatchObject(dates);
      expect(row.free_until, 'may cancel for everything').not.toBeNull();
    }
    expect(dayIn(row.delivery_date ?? '', SELLER)).toBe(dates.deliverBy);
    this.promised.set(id, dates);
  }

  async run({ step, one, other }: { step: (typeof STEPS)[number]; one: number; other: number }) {
    const owner = await ownerOf(this.app);
    const of = <T>(list: T[]): T | undefined => list[one % (list.length || 1)];
    const running = async (...statuses: string[]) => {
      const rows = await this.db.selectFrom('orders').selectAll().where('paid', '>', 0).execute();
      return of(rows.filter(({ status }) => statuses.includes(status)));
    };
    const desk = async (status: string, path: string, body: object = {}) => {
      const order = await running(status);
      if (order) await owner.post(`/api/v1/desk/orders/${order.id}/${path}`, body);
    };
    const from = next(this.#day(SELLER), 1 + (one % 60));
    switch (step) {
      case 'order':
        return void (await this.order(one));
      case 'orderAndPay': {
        const placed = await this.order(one);
        this.now += (other % 30) * MINUTE;
        return placed && this.pay(placed);
      }
      case 'quote':
        return this.quote(one);
      case 'pay': {
        const pending = of(this.pending);
        return pending && this.pay(pending);
      }
      case 'accept':
        return desk('In Progress', 'accept');
      case 'deliver':
        return desk('Accepted', 'deliver', { message: 'Done' });
      case 'reject':
        return desk('In Progress', 'reject', { reason: 'Too much to do.' });
      case 'wait':
        return desk('Accepted', 'wait', { reason: 'Your logo' });
      case 'resume':
        return desk('Accepted', 'resume');
      case 'requirements': {
        const order = await running('In Progress', 'Accepted');
        if (!order) return;
        const buyer = await signedIn(this.app, order.buyer_id);
        const path = `/api/v1/gig/order/${order.id}/requirements`;
        return void (await buyer.put(path, { text: 'A calm site.', links: [] }));
      }
      case 'cancel': {
        const order = await running('In Progress');
        if (order) await readAndCancel(await signedIn(this.app, order.buyer_id), order.id);
        return;
      }
      case 'timeOff':
        return this.save({ timeOff: one % 3 ? [{ from, to: next(from, other % 25) }] : [] });
      case 'holidays':
        return this.save({ holidays: [{ day: from, name: 'A holiday' }] });
      case 'workingDays':
        return this.save({ workingDays: [...new Set([one % 7, other % 7, 1, 3])] });
      case 'capacity':
        return this.save({ capacity: 1 + (one % 3) });
      case 'pause':
        return this.save({ pausedUntil: one % 3 ? '' : next(this.#day(SELLER), other % 20) });
    }
  }

  /** Nothing but the clock moves a promise. */
  async checkKept() {
    if (this.#hasClock) return;
    for (const [id, { startsOn, deliverBy }] of this.promised) {
      const { starts_on, delivery_date } = await this.rowOf(id);
      const due = dayIn(delivery_date ?? '', SELLER);
      expect([starts_on, due]).toEqual([startsOn, deliverBy]);
    }
  }
}

test('in a year of orders, pauses, holidays and refunds, every promise is the one that all could read', async () => {
  const total = { years: 0, days: 0, orders: 0, promises: 0, late: 0, moved: 0 };
  await fc.assert(
    fc.asyncProperty(years, async ({ hasClock, steps }) => {
      const year = new Year(hasClock);
      await year.start();
      const began = year.now;
      try {
        for (const { wait, ...step } of steps) {
          await year.pass(wait);
          await year.run(step);
        }
        await year.checkKept();
      } finally {
        await year.app.server.services.background.settled();
        await year.app.close();
      }
      total.years += 1;
      total.days += Math.round((year.now - began) / (24 * HOUR));
      total.orders += year.promised.size;
      for (const name of ['promises', 'late', 'moved'] as const) total[name] += year.figures[name];
    }),
    { numRuns: randomRuns(1), endOnFailure: true },
  );
  if (total.years > 1) console.info(JSON.stringify(total));
}, 3_600_000);
