export const ALREADY_PUBLISHING = 'A publish is under way. Wait until it has finished.';
export const UNKNOWN_RELEASE = 'There is no such release any more.';
export const WHICH_RELEASE = 'Which release? Name one after --to.';
export const DISK_FULL =
  'The disk is full. The site is as it was before; make room and publish again.';
export const IS_CURRENT = 'This release is the one visitors see.';
export const AUTOMATIC = 'Changes are published automatically.';
export const BY_HAND = 'Changes wait until you publish them.';
export const STOPPED = 'The publish was stopped half-way. The site is as it was before.';
export const WAITING_EDITS =
  'Visitors see what you published; what you saved since waits until you publish it.';
export const UPGRADE_PUBLISHES_NOTHING =
  'Automatic publishing is off: the new version shows what you have published, and what you saved since waits.';

const MAX_LINKS = 3;

/** Told once of links that have become plain text. */
export function deadLinksMessage(links: readonly { title: string; href: string }[]): string {
  const named = links.slice(0, MAX_LINKS).map(({ title, href }) => `${href} in “${title}”`);
  const more = links.length > MAX_LINKS ? ` and ${links.length - MAX_LINKS} more` : '';
  return `Links in your texts lead to nothing any more: ${named.join(', ')}${more}. Visitors read them as plain text.`;
}
