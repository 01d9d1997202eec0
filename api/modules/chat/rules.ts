export const MESSAGE_MOST = 4_000;
export const ATTACHMENTS_MOST = 5;
export const ATTACHMENT_MOST_BYTES = 10 * 1024 * 1024;
export const PAGE_OF_MESSAGES = 50;
/** Minutes somebody has to be away before a mail announces a message; at most one mail per conversation in that time. */
export const AWAY_MINUTES = 15;
export const SUPPORT = 'Support Team';
/** How many of the newest conversations say how soon the owner answers, and how few say nothing. */
export const ANSWERS_MOST = 20;
export const ANSWERS_LEAST = 5;

/** The middle of the times between a first question and its answer; null when there are too few. */
export function usualAnswerMinutes(answers: { asked: string; answered: string }[]): number | null {
  if (answers.length < ANSWERS_LEAST) return null;
  const times = answers
    .map(({ asked, answered }) => Date.parse(answered) - Date.parse(asked))
    .sort((a, b) => a - b);
  return Math.ceil((times[Math.floor(times.length / 2)] ?? 0) / 60_000);
}

/** 'in 45 min', 'in 2 h', 'in 3 days', rounded up, so that it promises nothing that is not kept. */
export function answerTimeText(minutes: number): string {
  if (minutes <= 55) return `in ${Math.max(5, Math.ceil(minutes / 5) * 5)} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 24 ? `in ${hours} h` : `in ${counted(Math.ceil(hours / 24))}`;
}

const counted = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** A message in short: its words, or how many files it is. */
export const excerptOf = (text: string, files: number): string =>
  text || (files === 1 ? 'Sent a file.' : files > 1 ? `Sent ${files} files.` : '');

export const MESSAGE_EMPTY = 'Message cannot be empty';
export const MESSAGE_LONG = `Please use at most ${MESSAGE_MOST.toLocaleString('en')} characters.`;
export const MESSAGE_SENT = 'Message sent successfully';
export const MESSAGE_FAILED = 'Failed to send message';
export const MESSAGES_FAST = 'You are writing very fast. Please wait a moment.';
export const CONVERSATION_FAILED = 'Failed to fetch conversation';
export const CONVERSATION_FETCHED = 'Conversation fetched successfully';
/** So many questions of one buyer wait for the seller's first answer at most. */
export const QUESTIONS_MOST = 3;
export const QUESTION_SENT = 'Your question is sent. You get an e-mail when it is answered.';
export const QUESTION_EMPTY = 'Please write your question.';
export const QUESTIONS_OPEN =
  'Three of your questions wait for an answer. Please add to one of them, or wait for its answer.';
export const UNKNOWN_CONVERSATION = 'There is no such conversation.';
export const ATTACHMENT_LARGE = 'Please choose files of at most 10 MB.';
export const ATTACHMENT_EMPTY = 'This file is empty.';
export const ATTACHMENT_UNREADABLE = 'This picture cannot be read. Please choose another file.';
export const ATTACHMENT_REFUSED =
  'Programs and scripts cannot be sent. Please send them in an archive.';
export const ATTACHMENT_FALSE = 'This file is not what its name says.';
export const ATTACHMENT_GONE = 'One of the files is gone. Please attach it again.';
export const ATTACHMENTS_MANY = `Please attach at most ${ATTACHMENTS_MOST} files.`;
export const UPLOADS_UNPAID = 'Files can be sent once the order is paid.';
export const UPLOADS_OF_ORDER =
  'There is no room for more files of this order. Please send a link instead.';
export const UPLOADS_OF_PERSON =
  'There is no room for more files of yours. Please send a link instead.';
export const UPLOADS_FULL = 'No more files can be kept just now. Please send a link instead.';
export const UPLOADS_MANY = 'You have sent many files today. Please go on tomorrow.';
