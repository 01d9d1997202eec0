export const MAX_SUMMARY_LENGTH = 1_000;
