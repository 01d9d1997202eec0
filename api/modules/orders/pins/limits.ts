/** A place is in thousandths of the width and the height. */
export const PIN_SCALE = 1_000;
export const MAX_PIN_LENGTH = 1_000;
/** Of one version. */
export const MAX_OPEN_PINS = 100;
/** Of one order. */
export const MAX_PINS = 500;
/** To one pin. */
export const MAX_REPLIES = 20;
/** Of a document that are shown and can be pointed at. */
export const MAX_PAGES = 2_000;
