export const avatars: (() => string)[] = [];
