import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts';

export const USER_EXISTS = 'User Already Exists.';
export const ALREADY_REGISTERED = 'This email is already registered. Try logging in.';
export const WRONG_SIGN_IN = 'Invalid e-mail or password.';
export const WRONG_CODE = 'The code is wrong or has expired.';
export const CODE_ASKED = 'We have sent a mail to this address. It says how you sign in.';
export const NAME_MISSING = 'The code is right. What is your name?';
export const NOT_ME_DONE =
  'Every device is signed out, the password and codes by mail are off, and keys that were added since do not work. Set a new password to sign in.';
export const ADDRESS_HELD =
  'This was the address of an account until a few days ago. The link in our mail about its change takes it back.';
export const ADDRESS_TAKEN_SINCE =
  'Another account has this address now. Please write to us, so that we can help.';
export const CODE_TOO_SOON = 'A code was sent a moment ago. Please wait before asking again.';
export const CODE_TOO_OFTEN = 'Too many codes were requested. Please try again later.';
export const LINK_DEAD = 'This link is no longer valid.';
export const LINK_SENT = 'Reset Password link sent to your email!';
export const PASSWORD_SET = 'Your password has been changed. Please sign in.';
export const NAME_NEEDED = 'Please enter your name.';
export const EMAIL_NEEDED = 'Please enter a valid e-mail address.';
export const PASSWORD_SHORT = `Please use at least ${MIN_PASSWORD_LENGTH} characters.`;
export const PASSWORD_LONG = `Please use at most ${MAX_PASSWORD_LENGTH} characters.`;
export const PASSWORD_COMMON =
  'This password is one of the most common ones. Please choose another.';
export const PASSWORD_OWN =
  'This password is made of your name, your address or our name. Please choose another.';
export const PASSWORD_NEEDED = 'Please enter your password.';
export const PASSWORDS_DIFFER = 'Passwords do not match!';
export const WRONG_PASSWORD = 'This is not your password.';
export const SAME_EMAIL = 'This is your address already.';
export const ACCOUNT_CREATED = 'Account created. We have sent you a code.';
export const SIGN_IN_AGAIN = 'Your session has ended. Sign in to continue.';
export const SIGNED_IN = 'Signed in successfully.';
export const SIGNED_OUT = 'Signed out successfully.';
export const EMAIL_VERIFIED = 'E-mail verified successfully.';
export const ALREADY_VERIFIED = 'Your e-mail address is verified already.';
export const CODE_SENT = 'A new code is on its way.';
export const NAME_CHANGED = 'Your name has been changed.';
export const PICTURE_CHANGED = 'Your picture has been changed.';
export const PICTURE_REMOVED = 'Your picture has been removed.';
export const PASSWORD_CHANGED =
  'Your password has been changed. Your other devices are signed out.';
export const EMAIL_CODE_SENT = 'We have sent a code to your new address.';
export const EMAIL_CHANGED =
  'Your e-mail address has been changed. Your other devices are signed out.';
export const EMAIL_UNCHANGED = 'Your address stays as it is.';
export const SESSION_ENDED = 'That device is signed out.';
export const SESSIONS_ENDED = 'You are signed out everywhere.';
export const UNKNOWN_SESSION = 'There is no such device.';
export const ACCOUNT_DELETED = 'Your account has been deleted.';
export const ORDERS_OPEN =
  'Your account can be deleted once your paid orders are cancelled or have ended.';
export const OWNER_STAYS = 'The account of the studio’s owner cannot be deleted.';
/** The name shown with reviews and orders of an erased account. */
export const FORMER_CLIENT = 'Former client';
export const CODE_NEEDED = 'Please enter the six digits from the mail.';
