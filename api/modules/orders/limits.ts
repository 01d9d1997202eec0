/** The maximum quantity of one extra in an order. */
export const MAX_EXTRA_QUANTITY = 50;

export const MAX_REQUIREMENTS_LENGTH = 4_000;
export const MAX_REQUIREMENTS_LINKS = 5;
