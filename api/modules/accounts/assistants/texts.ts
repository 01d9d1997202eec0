import { MAX_ASSISTANTS } from './limits.ts';

export const ASSISTANTS_MAY_NOT =
  'As an assistant you cannot do this. Please ask the owner of the studio.';
export const INVITED = 'The invitation is on its way.';
export const INVITATION_CANCELLED = 'The invitation is cancelled.';
export const INVITATION_DEAD =
  'This invitation is no longer valid. Please ask the owner for a new one.';
export const UNKNOWN_INVITATION = 'There is no such invitation any more.';
export const NOT_AS_ASSISTANT =
  'This address belongs to the owner, an assistant or a buyer. Please use another one.';
export const TOO_MANY_ASSISTANTS = `At most ${MAX_ASSISTANTS} people can be assistants or invited.`;
export const ACCEPTED = 'You are an assistant now. Please sign in.';
export const UNKNOWN_ASSISTANT = 'There is no such assistant any more.';
export const ASSISTANT_ENDED = 'They are no assistant any more and signed out everywhere.';
