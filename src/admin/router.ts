import { createRouter, getPagePath } from '@nanostores/router';
import { type ItemRoute, PATHS, type ScreenRoute } from './screens.ts';
import { navigateWhenConfirmed } from './unsaved-changes.ts';

export const $page = createRouter(PATHS);

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
