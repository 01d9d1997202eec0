/** The owner's notes about one client. */
export const MAX_NOTES_LENGTH = 10_000;
