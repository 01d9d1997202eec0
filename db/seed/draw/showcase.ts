export const showcase: Record<string, () => string> = {}; export const delivered: (() => string)[] = [];
