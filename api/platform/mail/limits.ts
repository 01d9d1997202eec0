export const OUTBOX_ALERT_MINUTES = 15;
/** Undeliverable mail is deleted after this many days. */
export const UNDELIVERABLE_DAYS = 30;
/** The maximum number of undeliverable mails that are shown, sent or dismissed at once. */
export const MAX_UNDELIVERABLE_SHOWN = 50;
