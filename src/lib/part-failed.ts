/** Shown in place of a part of the page whose code could not be loaded. */
export const PART_FAILED = 'This part could not be loaded, please try again.';
