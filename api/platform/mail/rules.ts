/** Kinds of mail with a code or a link: valid for minutes, and only their reader can request a new one. */
export const TEMPORARY_CODES = ['code', 'new address', 'reset link'];

export type MailProblem = 'refused' | 'passing' | 'unreadable';
