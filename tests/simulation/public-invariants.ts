import { expect, vi } from 'vitest';
import { readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { isReviewRemoved, type Model } from './model.ts';
import type { Simulated } from './step.ts';

const MINUTES_TO_PUBLISH = 10;

/** What visitors read is what was saved, and what a publish would read is the same. */
export async function checkPublic({ app }: Simulated, model: Model): Promise<void> {
  const visitor = app.visitor();
  const { gigs } = (await visitor.get('/api/v1/gig/get')).body;
  const { reviews } = (await visitor.get('/api/v1/gig/reviews')).body;
  const catalog = await readCatalog(app.server.services.store.db);
  // Only a release needs the addresses from before.
  const shownGigs = catalog.gigs.map(({ formerSlugs, ...gig }) => gig);
  expect(JSON.stringify([shownGigs, catalog.reviews]), 'a publish reads what visitors read').toBe(
    JSON.stringify([gigs, reviews]),
  );
  for (const { id, title, isOffered } of model.gigs) {
    const shown = catalog.gigs.find(({ _id }) => _id === id);
    expect(shown !== undefined, 'a gig is shown while it is offered').toBe(isOffered);
    if (shown && title) expect(shown.title).toBe(title);
  }
  for (const order of model.orders) {
    const { review, buyer } = order;
    if (!review) continue;
    const shown = catalog.reviews.find(({ _id }) => _id === review.id);
    expect(
      shown !== undefined,
      'a review is shown unless it is hidden, its writer has left or all money went back',
    ).toBe(!review.isHidden && !isReviewRemoved(model, order));
    if (!shown) continue;
    expect([shown.rating, shown.user.name, shown.reply?.text ?? '']).toEqual([
      ...[review.stars, buyer.name, review.reply],
    ]);
  }
}

/** Publishes with Astro, and looks into the pages. */
export async function checkPublished(real: Simulated, model: Model): Promise<void> {
  const { app, owner } = real;
  expect((await owner.post('/api/v1/desk/publish')).status).toBeLessThan(300);
  await vi.waitFor(
    async () => {
      const { running, latest } = (await owner.get('/api/v1/desk/publish')).body;
      if (running || !latest) throw new Error('still publishing');
    },
    { timeout: MINUTES_TO_PUBLISH * 60_000, interval: 500 },
  );
  const read = async (path: string): Promise<{ status: number; html: string }> => {
    const { status, headers, body } = await app.visitor().get(path);
    return status === 301 ? read(headers.get('location') ?? '') : { status, html: String(body) };
  };
  for (const { id, title, isOffered } of model.gigs) {
    const { status, html } = await read(`/my-gig/${id}`);
    expect(status).toBe(isOffered ? 200 : 302);
    if (!isOffered) continue;
    if (title) expect(html.replaceAll(/&(amp|#38);/g, '&')).toContain(title);
    for (const order of model.orders.filter((each) => each.review)) {
      const { review, gigId, buyer } = order;
      if (gigId !== id || !review || isReviewRemoved(model, order)) continue;
      expect(html.includes(buyer.name), 'a review is on the page').toBe(!review.isHidden);
    }
    for (const { buyer } of model.left) expect(html).not.toContain(buyer.name);
  }
}
