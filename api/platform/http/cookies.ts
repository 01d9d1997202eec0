/** `__Host-` needs https; plain http is for one's own machine (attacks 24). */
export const cookieName = (https: boolean): string => (https ? '__Host-sid' : 'sid');

export const deviceCookieName = (https: boolean): string => (https ? '__Host-device' : 'device');
