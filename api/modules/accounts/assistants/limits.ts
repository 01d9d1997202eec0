export const INVITATION_DAYS = 3;
/** The maximum number of assistants and open invitations together. */
export const MAX_ASSISTANTS = 10;
