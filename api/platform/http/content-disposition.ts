const escapeMore = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** A Content-Disposition header with a file name in any script (RFC 6266). */
export const contentDisposition = (type: 'inline' | 'attachment', name: string): string =>
  `${type}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeMore)}`;
