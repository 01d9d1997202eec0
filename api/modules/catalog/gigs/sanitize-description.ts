import sanitize from 'sanitize-html';

/** The allow-list for gig descriptions, applied on write and again on read. */
export const sanitizeDescription = (html: string): string =>
  sanitize(html, {
    allowedTags: ['p', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a', 'code'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
  });
