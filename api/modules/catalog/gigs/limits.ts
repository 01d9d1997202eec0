export const MAX_PLANS = 4;
export const MAX_PICTURES = 8;
export const MAX_EXTRAS = 20;
export const MAX_QUESTIONS = 20;
export const MAX_FEATURES = 20;
export const MAX_DESCRIPTION_LENGTH = 20_000;
