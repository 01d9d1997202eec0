import sanitize from 'sanitize-html';

/** Removes all HTML from a description that is not on the allow-list. Used on write and again on read. */
export const sanitizeDescription = (html: string): string =>
  sanitize(html, {
    allowedTags: ['p', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a', 'code'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
  });
