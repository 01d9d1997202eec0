/**
 * Unless the owner has chosen another number: older lines are deleted. The hash of the last deleted line is stored, so that the chain can still be
 * verified.
 */
export const AUDIT_LOG_DAYS = 400;
