export const SECOND_STEP = 'One more step: confirm that it is you.';
export const STEP_ENDED = 'This took too long. Please sign in again.';
export const WRONG_FACTOR = 'That is not right, or was used already. Please try again.';
export const OTHER_KEY =
  'This site was moved to another secret key, so codes of your app no longer fit. Please use a passkey or a recovery code, then remove the app in your settings and set it up again.';
export const WRONG_PASSKEY = 'This passkey was not accepted. Please try again.';
export const CODE_NEEDED = 'Please enter the code from your app, or a recovery code.';
export const PASSKEY_NAME_NEEDED = 'Please name this passkey.';
export const CONFIRM_FIRST = 'Please confirm that it is you.';
export const OLDER_PROOF =
  'This key is older than the one that you confirmed with. Please confirm with one that you have had for longer, or with a recovery code.';
export const SET_UP_FIRST =
  'Please add a passkey or an authenticator app in your settings first. This needs more than a password.';
export const FACTOR_NEEDED =
  'The password is not enough here: please use a passkey, a code from your app or a recovery code.';
export const FACTORS_LOST =
  'We have sent you a mail. It holds a code that signs you in without your keys in three days.';
export const LOST_BY_STAFF =
  'This cannot be done here. The owner resets the account at the machine, and invites an assistant again.';
export const LOST_NEEDS_PASSWORD =
  'Your password is needed for this. Please sign in with it, or set a new one by mail first.';
export const lostTooEarly = (from: string): string => `This code works from ${from} on.`;
export const CONFIRMED = 'Thank you.';
export const TOTP_ADDED = 'Your authenticator app is set up. Your other devices are signed out.';
export const TOTP_REMOVED = 'Your authenticator app is removed. Your other devices are signed out.';
export const TOTP_NOT_STARTED = 'Please begin again: there is no app to confirm.';
export const PASSKEY_ADDED = 'Your passkey is added. Your other devices are signed out.';
export const PASSKEY_FOR_SIGN_IN = 'Your passkey is added. Next time it signs you in.';
export const PASSKEY_RENAMED = 'The passkey has its new name.';
export const PASSKEY_REMOVED = 'The passkey is removed. Your other devices are signed out.';
export const PASSKEY_GONE =
  'No account has this passkey any more. Please sign in with your password or a code by mail.';
export const KEY_BACK = 'The key works again.';
export const KEY_GONE = 'The key is removed.';
export const UNKNOWN_KEY = 'There is no such key.';
export const UNKNOWN_PASSKEY = 'There is no such passkey.';
export const PASSKEY_TAKEN =
  'This passkey belongs to another account already. Please make a new one for this account.';
export const CODES_MADE = 'These are your new recovery codes. The old ones no longer work.';

/** The response header of a call that the client must repeat after the person has confirmed. */
export const CONFIRM_HEADER = 'X-Confirm';
