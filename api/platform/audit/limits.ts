/** Older lines are deleted; the hash of the last of them stays. */
export const AUDIT_LOG_DAYS = 400;
