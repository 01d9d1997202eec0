const escapeMore = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** The name for programs that know ASCII only. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\%]/gu, '_');

/** A Content-Disposition header with a file name in any script (RFC 6266). */
export const contentDisposition = (type: 'inline' | 'attachment', name: string): string =>
  `${type}; filename="${asciiOf(name)}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeMore)}`;
