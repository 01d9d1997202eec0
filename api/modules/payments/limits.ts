/** The maximum number of payments in a list of the dashboard. */
export const MAX_PAYMENTS = 200;
