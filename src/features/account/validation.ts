import { charactersOf, MIN_PASSWORD_LENGTH } from '../../../api/modules/accounts/rules.ts';
import { CODE_NEEDED, EMAIL_NEEDED, PASSWORD_SHORT } from '../../../api/modules/accounts/texts.ts';

// Checks before sending; each returns an error message, or '' for valid input.

export const validateEmail = (email: string): string =>
  /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email.trim()) ? '' : EMAIL_NEEDED;

export const validateNewPassword = (password: string): string =>
  charactersOf(password) >= MIN_PASSWORD_LENGTH ? '' : PASSWORD_SHORT;

export const validateCode = (code: string): string => (/^\d{6}$/.test(code) ? '' : CODE_NEEDED);
