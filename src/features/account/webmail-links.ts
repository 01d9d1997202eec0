const WEBMAIL: [RegExp, string][] = [
  [/^(gmail|googlemail)\.com$/, 'https://mail.google.com/'],
  [/^(outlook|hotmail|live|msn)\./, 'https://outlook.live.com/mail/'],
  [/^(yahoo|ymail|rocketmail)\./, 'https://mail.yahoo.com/'],
  [/^(proton|protonmail|pm)\.(me|com|ch)$/, 'https://mail.proton.me/'],
  [/^(icloud|me|mac)\.com$/, 'https://www.icloud.com/mail/'],
  [/^(zoho|zohomail)\./, 'https://mail.zoho.com/'],
  [/^rediffmail\.com$/, 'https://mail.rediff.com/'],
];

/** Where somebody with this address reads their mail; otherwise their own mail program. */
export function webmailLinkOf(email: string): string {
  const domain = email.split('@').at(-1)?.trim().toLowerCase() ?? '';
  return WEBMAIL.find(([shape]) => shape.test(domain))?.[1] ?? 'mailto:';
}
