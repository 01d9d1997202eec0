import sanitize from 'sanitize-html';
import { withoutControl } from '../../../platform/characters.ts';

/** Removes all HTML from a description that is not on the allow-list. Used on write and again on read. */
export const sanitizeDescription = (html: string): string =>
  // Last, because an entity may stand for any character.
  withoutControl(
    sanitize(html, {
      allowedTags: ['p', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a', 'code'],
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['https', 'mailto'],
      allowProtocolRelative: false,
    }),
  );
