import { computed } from 'nanostores';
import { $session } from '../features/account/session.ts';
import { NAVIGATION_ITEMS, SETTINGS_ITEMS } from './navigation.ts';

type Route = (typeof NAVIGATION_ITEMS)[number]['routes'][number] | undefined;

/** The screens of an assistant; the server refuses the calls of all others. */
const ASSISTANT_SCREENS: readonly Route[] = ['orders', 'order', 'inbox'];

/** Whether the signed-in user is an assistant. */
export const $isAssistant = computed(
  $session,
  (session) => session.state === 'verified' && session.user.role === 'assistant',
);

export const isClosedToAssistants = (route: Route): boolean => !ASSISTANT_SCREENS.includes(route);

const isOpenTo = (isAssistant: boolean, route: Route) =>
  !isAssistant || !isClosedToAssistants(route);

export const $menu = computed($isAssistant, (isAssistant) =>
  NAVIGATION_ITEMS.filter(({ route }) => isOpenTo(isAssistant, route)),
);

/** The screens that the palette and the shortcuts can open. */
export const $screens = computed($isAssistant, (isAssistant) =>
  [...NAVIGATION_ITEMS, ...SETTINGS_ITEMS].filter(({ route }) => isOpenTo(isAssistant, route)),
);
