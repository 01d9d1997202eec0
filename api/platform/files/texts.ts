import { MAX_ATTACHMENTS } from './limits.ts';

export const FILE_EMPTY = 'This file is empty.';

export const PICTURE_REFUSED = 'Please choose a JPEG, PNG, WebP or AVIF picture of at most 10 MB.';
export const PICTURE_SMALL = 'This picture is too small. It should be at least 480 pixels wide.';

export const AVATAR_REFUSED = 'Please choose a JPEG, PNG, WebP or AVIF picture of at most 3 MB.';

export const ATTACHMENTS_MANY = `Please attach at most ${MAX_ATTACHMENTS} files.`;
