import {
  CODE_NEEDED,
  charactersOf,
  EMAIL_NEEDED,
  PASSWORD_LEAST,
  PASSWORD_SHORT,
} from '../../../api/modules/accounts/rules.ts';

// Checks before sending; each returns an error message, or '' for valid input.

export const validateEmail = (email: string): string =>
  /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email.trim()) ? '' : EMAIL_NEEDED;

export const validateNewPassword = (password: string): string =>
  charactersOf(password) >= PASSWORD_LEAST ? '' : PASSWORD_SHORT;

export const validateCode = (code: string): string => (/^\d{6}$/.test(code) ? '' : CODE_NEEDED);
