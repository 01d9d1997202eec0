import { SECOND } from '../../../platform/clock.ts';
import { readMailFailure } from '../../../platform/mail/queries.ts';
import { type Check, CheckFailed, CheckSkipped, orFail } from './check.ts';

const TIMEOUTS = {
  dnsTimeout: 8 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  socketTimeout: 12 * SECOND,
};
const TEST_MAIL = {
  subject: 'Test mail of the doctor',
  text: [
    'Mail from your site arrives.',
    'Open its headers (Show original): Authentication-Results should say spf=pass, dkim=pass and dmarc=pass.',
  ].join('\n\n'),
};

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? '';

export const mail: Check = {
  part: 'Mail',
  async run({ config, store }, _probes, { byPerson }) {
    if (!config.smtpUrl) throw new CheckSkipped('Mail stays on this machine: SMTP_URL is not set.');
    const { createTransport } = await import('nodemailer');
    const smtp = createTransport({ url: config.smtpUrl, ...TIMEOUTS });
    try {
      await orFail('The mail server refuses the log-in: check SMTP_URL', () => smtp.verify());
      if (byPerson)
        await orFail('The mail server takes no mail to the owner: check MAIL_FROM', () =>
          smtp.sendMail({ from: config.mailFrom, to: config.ownerEmail, ...TEST_MAIL }),
        );
    } finally {
      smtp.close();
    }
    if (byPerson) return 'The mail server took a test mail to the owner: see whether it arrives.';
    const failure = store && (await readMailFailure(store.db));
    if (failure)
      throw new CheckFailed(
        `The mail server took no mail at ${failure.at}: check SMTP_URL and MAIL_FROM (${failure.reason})`,
      );
    return 'The mail server accepts the log-in.';
  },
};

/**
 * Checks SPF and DMARC in the DNS. DKIM can only be read from the headers of the test mail, because only the
 * mail server has the selector.
 */
export const mailRecords: Check = {
  part: 'Mail records',
  async run({ config }, { textRecords }) {
    const domain = domainOf(config.mailFrom);
    if (!config.smtpUrl || !domain.includes('.'))
      throw new CheckSkipped(
        'Without SMTP_URL and a domain in MAIL_FROM there is nothing to look up.',
      );
    const has = async (name: string, start: string) =>
      (await textRecords(name)).some((record) => record.toLowerCase().startsWith(start));
    const missing = await orFail('The records could not be looked up', async () => [
      ...((await has(domain, 'v=spf1')) ? [] : [`SPF (TXT of ${domain})`]),
      ...((await has(`_dmarc.${domain}`, 'v=dmarc1')) ? [] : [`DMARC (TXT of _dmarc.${domain})`]),
    ]);
    if (missing.length > 0)
      throw new CheckFailed(`Add ${missing.join(' and ')}: without it mail is taken for spam.`);
    return `${domain} has SPF and DMARC; dkim=pass is in the headers of the test mail.`;
  },
};
