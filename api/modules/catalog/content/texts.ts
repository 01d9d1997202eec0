export const NOTHING_TO_UNDO = 'There is nothing to undo.';
export const LIST_CHANGED = 'The list has changed meanwhile. Load it again.';

export const slugTaken = (title: string): string =>
  `“${title}” has this address already. Please choose another.`;

export const incompleteMessage = (missing: string[]): string =>
  `Visitors would miss ${missing.join(' and ')}. Add it, or keep this as a draft.`;
