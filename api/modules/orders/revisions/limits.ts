/** Maximum length of a request. For the number of requests see `reasonNoRevision` in rules.ts. */
export const MAX_REVISION_LENGTH = 4_000;
