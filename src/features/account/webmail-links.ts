const WEBMAIL: [RegExp, string][] = [
  [/^(gmail|googlemail)\.com$/, 'https://mail.google.com/'],
  [/^(outlook|hotmail|live|msn)\./, 'https://outlook.live.com/mail/'],
  [/^(yahoo|ymail|rocketmail)\./, 'https://mail.yahoo.com/'],
  [/^(proton|protonmail|pm)\.(me|com|ch)$/, 'https://mail.proton.me/'],
  [/^(icloud|me|mac)\.com$/, 'https://www.icloud.com/mail/'],
  [/^(zoho|zohomail)\./, 'https://mail.zoho.com/'],
  [/^rediffmail\.com$/, 'https://mail.rediff.com/'],
];

/** The webmail page for an e-mail address; `mailto:` for an unknown provider. */
export function webmailLinkOf(email: string): string {
  const domain = email.split('@').at(-1)?.trim().toLowerCase() ?? '';
  return WEBMAIL.find(([pattern]) => pattern.test(domain))?.[1] ?? 'mailto:';
}
