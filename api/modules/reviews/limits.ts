export const MAX_REVIEW_LENGTH = 4_000;
export const MAX_REPLY_LENGTH = 2_000;
