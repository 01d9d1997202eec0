export const INVITATION_DAYS = 3;
/** Assistants and open invitations together. */
export const MAX_ASSISTANTS = 10;
