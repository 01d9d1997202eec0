/** Lines of a person, or of a network address without a session, that no transaction wrote. */
export const LINES_OF_ONE = { burst: 30, perSecond: 0.1 };

/** The same lines of everybody but the owner together. */
export const ALL_LINES = { burst: 300, perSecond: 2 };

/** Ids that a person may ask for without finding them before it is recorded: pages of deleted things do that. */
export const UNKNOWN_IDS = { burst: 4, perSecond: 1 / 300 };
