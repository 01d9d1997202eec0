import { computed } from 'nanostores';
import { $session } from '../features/account/session.ts';
import { MENU, type Route, SETTINGS, screenOf } from './screens.ts';

/** Whether the signed-in user is an assistant. */
export const $isAssistant = computed(
  $session,
  (session) => session.state === 'verified' && session.user.role === 'assistant',
);

export const isClosedToAssistants = (route: Route): boolean => !screenOf(route).isForAssistants;

const isOpenTo = (isAssistant: boolean, route: Route) =>
  !isAssistant || !isClosedToAssistants(route);

export const $menu = computed($isAssistant, (isAssistant) =>
  MENU.filter(({ route }) => isOpenTo(isAssistant, route)),
);

/** The screens that the palette and the shortcuts can open. */
export const $screens = computed($isAssistant, (isAssistant) =>
  [...MENU, ...SETTINGS].filter(({ route }) => isOpenTo(isAssistant, route)),
);
