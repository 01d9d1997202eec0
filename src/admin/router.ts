import { createRouter, getPagePath } from '@nanostores/router';
import { CONTENT_PATHS, type ContentKindName } from './content-kinds.ts';
import { navigateWhenConfirmed } from './unsaved-changes.ts';

/** The dashboard's paths; the server answers all of them with the same page. */
export const $page = createRouter({
  today: '/desk',
  firstSteps: '/desk/first-steps',
  look: '/desk/look',
  orders: '/desk/orders',
  order: '/desk/orders/:id',
  inbox: '/desk/inbox',
  payments: '/desk/payments',
  ...CONTENT_PATHS,
  reviews: '/desk/reviews',
  settings: '/desk/settings',
  profile: '/desk/profile',
  assistants: '/desk/assistants',
  availability: '/desk/availability',
  terms: '/desk/terms',
  tax: '/desk/tax',
  content: '/desk/content',
  legal: '/desk/legal',
  publish: '/desk/publish',
  backups: '/desk/backups',
  audit: '/desk/audit',
  doctor: '/desk/doctor',
});

export type Route = NonNullable<ReturnType<typeof $page.get>>['route'];
type ItemRoute = 'order' | ContentKindName;
type ScreenRoute = Exclude<Route, ItemRoute>;

export const screenPath = (route: ScreenRoute): string => getPagePath($page, route);
export const itemPath = (route: ItemRoute, id: string): string => getPagePath($page, route, { id });

const go = (path: string): void => {
  if (path !== location.pathname) navigateWhenConfirmed(() => $page.open(path));
};
export const goTo = (route: ScreenRoute): void => go(screenPath(route));
export const goToItem = (route: ItemRoute, id: string): void => go(itemPath(route, id));
/** Replaces the path of a new item with its own, without the question about unsaved changes. */
export const replaceWithItem = (route: ItemRoute, id: string): void =>
  $page.open(itemPath(route, id), true);
