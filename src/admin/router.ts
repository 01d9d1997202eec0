import { createRouter, getPagePath } from '@nanostores/router';
import { confirmLeave } from './unsaved-changes.ts';

/** The desk's addresses; the server gives the same shell for all of them. */
export const $page = createRouter({
  today: '/desk',
  orders: '/desk/orders',
  order: '/desk/orders/:id',
  inbox: '/desk/inbox',
  payments: '/desk/payments',
  gigs: '/desk/gigs',
  gig: '/desk/gigs/:id',
  projects: '/desk/past-work',
  project: '/desk/past-work/:id',
  reviews: '/desk/reviews',
  publish: '/desk/publish',
  backups: '/desk/backups',
});

type Route = NonNullable<ReturnType<typeof $page.get>>['route'];
type Plain = Exclude<Route, 'order' | 'gig' | 'project'>;

export const pathOf = (route: Plain): string => getPagePath($page, route);
export const pathOfOne = (route: Exclude<Route, Plain>, id: string): string =>
  getPagePath($page, route, { id });

const go = (path: string): void => {
  if (path !== location.pathname) confirmLeave(() => $page.open(path));
};
export const goTo = (route: Plain): void => go(pathOf(route));
export const goToOne = (route: Exclude<Route, Plain>, id: string): void => go(pathOfOne(route, id));
/** The thing just made has an address of its own now: nothing is left by going there. */
export const settleAt = (route: Exclude<Route, Plain>, id: string): void =>
  $page.open(pathOfOne(route, id), true);
