/** `__Host-` needs https; plain http is for development only. */
export const cookieName = (https: boolean): string => (https ? '__Host-sid' : 'sid');

export const deviceCookieName = (https: boolean): string => (https ? '__Host-device' : 'device');
