export const portrait = (): string => '';
