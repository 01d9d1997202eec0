const NO_ROOM = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR)/;

/** Whether an error means a full disk; SQLite reports some of these as I/O errors. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_ROOM.test(String(error.code));
