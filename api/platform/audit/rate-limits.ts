/** Recorded rejections of a network address. */
export const REJECTIONS_OF_ADDRESS = { burst: 30, perSecond: 0.1 };

/** Recorded rejections of all addresses together. */
export const ALL_REJECTIONS = { burst: 300, perSecond: 2 };
