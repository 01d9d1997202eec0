import {
  CODE_NEEDED,
  charactersOf,
  EMAIL_NEEDED,
  PASSWORD_LEAST,
  PASSWORD_SHORT,
} from '../../../api/accounts/rules.ts';

// What can be wrong with what was typed, before anything is sent; '' when nothing is.

export const mistakeInEmail = (email: string): string =>
  /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email.trim()) ? '' : EMAIL_NEEDED;

export const mistakeInNewPassword = (password: string): string =>
  charactersOf(password) >= PASSWORD_LEAST ? '' : PASSWORD_SHORT;

export const mistakeInCode = (code: string): string => (/^\d{6}$/.test(code) ? '' : CODE_NEEDED);
