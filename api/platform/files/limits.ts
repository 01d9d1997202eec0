export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** Base64 is a third longer than its content. */
export const MAX_PICTURE_LENGTH = Math.ceil((MAX_PICTURE_BYTES * 4) / 3) + 64;

/** The maximum length of a data URL: about 3 MB of image. */
export const MAX_AVATAR_LENGTH = 4_200_000;
/** The most files of a message, and of a request for more. */
export const MAX_ATTACHMENTS = 5;

/** The processor time of drawing a picture: several times what the largest photograph needs. */
export const DRAWING_SECONDS = 30;

/** The first characters of the SHA-256 of a file, in hexadecimal: its name below /media. */
export const HASH_LENGTH = 40;

export const FILE_EMPTY = 'This file is empty.';

export const PICTURE_REFUSED = 'Please choose a JPEG, PNG, WebP or AVIF picture of at most 10 MB.';
export const PICTURE_SMALL = 'This picture is too small. It should be at least 480 pixels wide.';

export const AVATAR_REFUSED = 'Please choose a JPEG, PNG, WebP or AVIF picture of at most 3 MB.';

export const ATTACHMENTS_MANY = `Please attach at most ${MAX_ATTACHMENTS} files.`;
