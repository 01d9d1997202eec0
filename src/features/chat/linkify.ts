import { isPlainLink } from '../../../api/platform/http/link-rules.ts';

type Piece = string | { href: string; text: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\\]+/gi;
const TRAILING = '.,;:!?)]}…';

/** Splits text into plain pieces and links; only http and https become links, without a name or password. */
export function linkify(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const { 0: whole, index } of text.matchAll(ADDRESS)) {
    const address = trim(whole);
    if (!isPlainLink(address) || !/^https?:$/.test(new URL(address).protocol)) continue;
    if (index > from) found.push(text.slice(from, index));
    found.push({ href: new URL(address).href, text: address });
    from = index + address.length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

// Punctuation at the end belongs to the sentence, except a bracket that was opened in the address.
function trim(address: string): string {
  let end = address.length;
  while (TRAILING.includes(address[end - 1] ?? ' ')) end -= 1;
  const bare = address.slice(0, end);
  const rest = address.slice(bare.length);
  const opens = bare.split('(').length > bare.split(')').length;
  return opens && rest.startsWith(')') ? `${bare})` : bare;
}
