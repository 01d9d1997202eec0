export const UNKNOWN_GIG = 'There is no such gig.';
