import sanitize from 'sanitize-html';
import { withoutControl } from '../../platform/characters.ts';
import { isPlainLink } from '../../platform/http/link-rules.ts';
import { digestOf } from '../../platform/ids.ts';

/** Digests of texts that are clean, because every publish and list reads the same ones again. */
const clean = new Set<string>();
const MAX_CLEAN = 10_000;

/** Removes all HTML of the editor's that is not on the allow-list. Used on write and again on read. */
export function sanitizeRichText(html: string): string {
  const digest = digestOf(html);
  if (clean.has(digest)) return html;
  const allowed = onlyAllowed(html);
  if (clean.size === MAX_CLEAN) clean.clear();
  if (allowed === html) clean.add(digest);
  return allowed;
}

const onlyAllowed = (html: string): string =>
  // Last, because an entity may stand for any character.
  withoutControl(
    sanitize(html, {
      allowedTags: ['p', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a', 'code', 'pre'],
      allowedAttributes: { a: ['href'] },
      allowedClasses: { code: [/^language-[a-z]{1,12}$/] },
      allowedSchemes: ['https', 'http', 'mailto', 'tel'],
      allowProtocolRelative: false,
      transformTags: {
        a: (tagName, { href = '' }) => {
          const isDisguised = URL.canParse(href) && !isPlainLink(href);
          return { tagName, attribs: href === '' || isDisguised ? {} : { href } };
        },
      },
    }),
  );
