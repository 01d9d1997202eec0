import { createRouter, getPagePath, openPage } from '@nanostores/router';

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

export const goTo = (route: Plain) => openPage($page, route);
export const goToOne = (route: Exclude<Route, Plain>, id: string) => openPage($page, route, { id });
export const pathOf = (route: Plain): string => getPagePath($page, route);
export const pathOfOne = (route: Exclude<Route, Plain>, id: string): string =>
  getPagePath($page, route, { id });
