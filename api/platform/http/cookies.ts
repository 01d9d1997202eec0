/** `__Host-` needs https; plain http is for development only. */
export const cookieName = (https: boolean): string => (https ? '__Host-sid' : 'sid');

/** Of a sign-in whose password was right and whose second step is left. */
export const stepCookieName = (https: boolean): string => (https ? '__Host-step' : 'step');

export const deviceCookieName = (https: boolean): string => (https ? '__Host-device' : 'device');
