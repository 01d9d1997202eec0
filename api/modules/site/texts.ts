export const ALREADY_PUBLISHING = 'A publish is under way. Wait until it has finished.';
export const UNKNOWN_RELEASE = 'There is no such release any more.';
export const WHICH_RELEASE = 'Which release? Name one after --to.';
export const DISK_FULL =
  'The disk is full. The site is as it was before; make room and publish again.';
export const IS_CURRENT = 'This release is the one visitors see.';
export const AUTOMATIC = 'Changes are published automatically.';
export const BY_HAND = 'Changes wait until you publish them.';
export const STOPPED = 'The publish was stopped half-way. The site is as it was before.';
export const OTHER_VERSION =
  'Another version of the program made this release and stored no content with it, so its pages cannot be made again. Nothing was changed.';
export const WAITING_EDITS =
  'Visitors see what you published; what you saved since waits until you publish it.';
export const UPGRADE_PUBLISHES_NOTHING =
  'Automatic publishing is off: the new version shows what you have published, and what you saved since waits.';
export const KEPT_PAGES =
  'Visitors see the pages of the version before: it stored no content from which to make them again, and you may have saved more since than you published. Publish to show what is saved with the pages of this version.';
export const CLOSED_SITE =
  'This database does not know what was published, and automatic publishing is off: visitors see that the shop opens soon. Publish to show what is saved.';
