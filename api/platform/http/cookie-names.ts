/** The session cookie. `__Host-` needs https; plain http is for development only. */
export const sessionCookieName = (https: boolean): string => (https ? '__Host-sid' : 'sid');

/** The cookie of a sign-in that still needs its second step. */
export const stepCookieName = (https: boolean): string => (https ? '__Host-step' : 'step');

/** The cookie of the browser that asked for a code by mail. */
export const codeCookieName = (https: boolean): string => (https ? '__Host-code' : 'code');

export const deviceCookieName = (https: boolean): string => (https ? '__Host-device' : 'device');
