export const OWNER_ONLY = 'Only the owner can do this.';
