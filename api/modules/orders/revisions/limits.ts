/** Characters of a request. How many requests an order has is agreed: `reasonNoRevision` in rules.ts. */
export const MAX_REVISION_LENGTH = 4_000;
