import sanitize from 'sanitize-html';
import { withoutControl } from '../../platform/characters.ts';
import { isPlainLink } from '../../platform/http/link-rules.ts';

/** Removes all HTML of the editor's that is not on the allow-list. Used on write and again on read. */
export const sanitizeRichText = (html: string): string =>
  // Last, because an entity may stand for any character.
  withoutControl(
    sanitize(html, {
      allowedTags: ['p', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a', 'code', 'pre'],
      allowedAttributes: { a: ['href'] },
      allowedClasses: { code: [/^language-[a-z]{1,12}$/] },
      allowedSchemes: ['https', 'mailto'],
      allowProtocolRelative: false,
      transformTags: {
        a: (tagName, { href = '' }) => {
          const isDisguised = URL.canParse(href) && !isPlainLink(href);
          return { tagName, attribs: href === '' || isDisguised ? {} : { href } };
        },
      },
    }),
  );
