/** How many payments a list of the dashboard holds. */
export const MAX_PAYMENTS = 200;
