export const LEGAL_SAVED = 'Saved. Visitors see it once it is published.';
export const UNKNOWN_VERSION = 'There is no such version of the terms.';
export const NEEDS_NAME = 'Please name the person who answers complaints.';
export const NEEDS_WAY = 'Please give an e-mail address or a phone number for complaints.';
export const EMAIL = 'Please enter an e-mail address, or leave it empty.';
export const SLUG =
  'Please use small letters, digits and hyphens for the address of a page, like imprint.';
export const SAME_SLUG = 'Another page has this address already.';
export const EMPTY_PAGE = 'Please write the page, or remove it.';
export const AUDIT_DAYS_TEXT = 'Please give the days, 365 to 3650.';
export const PHONE = 'Please enter a phone number like +91 98765 43210, or leave it empty.';
