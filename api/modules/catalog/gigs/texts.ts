export const UNKNOWN_GIG = 'There is no such gig.';
export const NOTHING_TO_UNDO = 'There is nothing to undo.';
export const LIST_CHANGED = 'The list has changed meanwhile. Load it again.';
export const SAME_PLAN_TYPE = 'Each package needs a name of its own.';
export const PICTURE_GONE = 'One of the pictures is no longer there. Add it again.';
