const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Text of sanitized HTML with its characters instead of their entities. */
export const withoutEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '');
