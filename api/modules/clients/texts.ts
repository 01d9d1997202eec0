import { MAX_NOTES_LENGTH } from './rules.ts';

export const UNKNOWN_CLIENT = 'There is no such client.';
export const CLIENT_LEFT = 'This client has deleted the account. Nothing more is kept about them.';
export const NOTES_SAVED = 'Your notes are saved.';
export const NOTES_LONG = `Please use at most ${MAX_NOTES_LENGTH.toLocaleString('en')} characters. Nothing was saved, and your text is still here.`;
export const ORDERS_ALLOWED = 'They can order again.';
