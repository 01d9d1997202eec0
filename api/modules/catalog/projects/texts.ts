export const UNKNOWN_PROJECT = 'There is no such project.';
export const ENDS_BEFORE = 'It cannot end before it began.';
export const RANGE_WRONG = 'The higher price cannot be below the lower one.';
