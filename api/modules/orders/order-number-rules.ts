/** The number by which people identify an order: the last six characters of its id. Pages and mails write # before it. */
export const orderNumber = (id: string): string => id.slice(-6).toUpperCase();
