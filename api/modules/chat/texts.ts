export const MAX_MESSAGE_LENGTH = 4_000;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;

export const SUPPORT = 'Support Team';

/** A short version of a message: its text, or the number of its files. */
export const excerptOf = (text: string, files: number): string =>
  text || (files === 1 ? 'Sent a file.' : files > 1 ? `Sent ${files} files.` : '');

export const FILES_OF_REQUIREMENTS = 'The files for the requirements.';
export const MESSAGE_EMPTY = 'Message cannot be empty';
export const MESSAGE_LONG = `Please use at most ${MAX_MESSAGE_LENGTH.toLocaleString('en')} characters.`;
export const MESSAGE_SENT = 'Message sent successfully';
export const MAIL_DISOWNED = 'A mail was taken out: the client has not written it.';
export const MESSAGE_FAILED = 'Failed to send message';
export const MESSAGES_FAST = 'You are sending messages very quickly. Please wait a moment.';
export const UNANSWERED_MANY =
  'Your messages wait for an answer. You can write more as soon as you have it.';
export const CONVERSATION_FAILED = 'Failed to fetch conversation';
export const CONVERSATION_FETCHED = 'Conversation fetched successfully';
export const NEEDS_NO_ANSWER = 'With the client until they write again.';
export const WAITS_AGAIN = 'It waits for you again.';
export const WROTE_AGAIN = 'The client has just written again. Please read it first.';
export const QUESTION_SENT = 'Your question is sent. You get an e-mail when it is answered.';
export const QUESTION_EMPTY = 'Please write your question.';
export const QUESTIONS_OPEN =
  'Three of your questions wait for an answer. Please add to one of them, or wait for its answer.';
export const UNKNOWN_CONVERSATION = 'There is no such conversation.';
export const ATTACHMENT_LARGE = 'Please choose files of at most 10 MB.';
export const ATTACHMENT_REFUSED =
  'Programs and scripts cannot be sent. Please send them in an archive.';
export const ATTACHMENT_FALSE = 'This file is not what its name says.';
export const ATTACHMENT_GONE = 'One of the files is gone. Please attach it again.';
export const UPLOADS_UNPAID = 'Files can be sent once the order is paid.';
export const UPLOADS_OF_ORDER =
  'There is no room for more files of this order. Please send a link instead.';
export const UPLOADS_OF_QUESTION =
  'A question has room for 20 MB of files. Please send a link instead.';
export const UPLOADS_BEFORE_PAID =
  'Before you have paid for an order, your questions have room for 20 MB of files. Please send a link instead.';
export const UPLOADS_OF_PERSON =
  'There is no room for more files of yours. Please send a link instead.';
export const UPLOADS_FULL = 'No more files can be kept just now. Please send a link instead.';
export const UPLOADS_MANY = 'You have sent many files today. Please go on tomorrow.';
