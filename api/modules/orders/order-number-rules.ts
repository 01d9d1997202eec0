/** The number by which people identify an order: the last six characters of its id. Pages and mails write # before it. */
export const orderNumber = (id: string): string => id.slice(-6).toUpperCase();

/** The position in an id, from 1, at which its order number begins. */
export const ORDER_NUMBER_START = 31;
