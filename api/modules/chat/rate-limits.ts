/** Messages of a person. */
export const MESSAGES = { burst: 120, perSecond: 2 };

/** Uploads of a person. */
export const UPLOADS = { burst: 20, perSecond: 0.1 };

/** Concurrent uploads of a person. Each is held in memory while it is read and re-encoded. */
export const PARALLEL_UPLOADS = { atOnce: 3, waiting: 20 };
