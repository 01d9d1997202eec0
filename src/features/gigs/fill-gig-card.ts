import { setText } from '../../lib/dom-patch.ts';
import { pluralize, price, rupees } from '../../lib/format.ts';
import { patchStars } from '../reviews/patch-stars.ts';
import type { GigListRow } from './fetch-gig-list.ts';

const SHOWN_TECHNOLOGIES = 3;

/** Whether the page shows prices in dollars where there are any (ShownCurrency.astro). */
export const showsDollars = (): boolean => document.documentElement.dataset['currency'] === 'USD';

/** Fills a copy of the empty card of GigCard.astro. */
export function fillGigCard(card: HTMLElement, gig: GigListRow): void {
  card.dataset['gig'] = gig.id;
  const link = card.querySelector('a');
  if (link) {
    link.href = gig.path;
    link.textContent = gig.title;
  }
  fillPicture(card, gig.picture);
  const tags = gig.technologies.slice(0, SHOWN_TECHNOLOGIES).map((name) => {
    const tag = document.createElement('li');
    tag.className = 'tag';
    tag.textContent = name;
    return tag;
  });
  card.querySelector('.tags')?.replaceChildren(...tags);
  fillRating(card, gig);
  const dollars = showsDollars() && gig.priceUsd;
  if (gig.price) setText(card, 'price', dollars ? price(dollars, 'USD') : rupees(gig.price));
  else setText(card, 'from', gig.unavailable ?? '');
  setText(card, 'days', `in ${pluralize(gig.days, 'day')}`);
}

function fillPicture(card: HTMLElement, picture: GigListRow['picture']): void {
  const frame = card.querySelector('picture');
  const image = frame?.querySelector('img');
  if (!picture || !image) return void frame?.remove();
  frame?.querySelector('source')?.remove();
  Object.assign(image, { width: picture.width, height: picture.height, alt: picture.alt });
  image.src = picture.url;
}

function fillRating(card: HTMLElement, { rating, reviews }: GigListRow): void {
  const place = card.querySelector('.rating');
  if (!place) return;
  if (reviews === 0) {
    place.classList.add('muted');
    place.textContent = 'No reviews yet';
    return;
  }
  patchStars(place, rating);
  setText(place, 'rating', rating.toFixed(1));
  setText(place, 'count', String(reviews));
}
