export const MAX_OPEN_CHANGES = 5;
export const MAX_DESCRIPTION_LENGTH = 2_000;
export const MAX_EXTRA_DAYS = 365;
