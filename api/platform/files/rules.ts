export const PICTURE_REFUSED = 'Please choose a JPEG, PNG, WebP or AVIF picture of at most 10 MB.';
export const PICTURE_SMALL = 'This picture is too small. It should be at least 480 pixels wide.';
export const PICTURE_MOST_BYTES = 10 * 1024 * 1024;
/** Base64 is a third longer than its content. */
export const PICTURE_MOST_CHARS = Math.ceil((PICTURE_MOST_BYTES * 4) / 3) + 64;

/** A picture as a data URL: about 3 MB of image. */
export const AVATAR_MOST_CHARS = 4_200_000;

export const AVATAR_REFUSED = 'Please choose a JPEG, PNG, WebP or AVIF picture of at most 3 MB.';
