import { readSetting } from '../../../../db/settings.ts';
import { SECOND } from '../../../platform/clock.ts';
import { longMoment } from '../../../platform/dates.ts';
import { readMailFailure } from '../../../platform/mail/queries.ts';
import { MAIL_HEADERS } from '../../../platform/mail/rules.ts';
import { newProofAddress } from '../../mail-replies/answer-proof.ts';
import { type Check, CheckFailed, CheckSkipped, orFail, reasonOf } from './check.ts';
import { newProofLink } from './mail-proof.ts';

const TIMEOUTS = {
  dnsTimeout: 8 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  socketTimeout: 12 * SECOND,
};
const testMail = (link: string | null, replyTo: string | null) => ({
  ...(replyTo && { replyTo }),
  subject: 'Test mail from your site',
  text: [
    'Mail from your site arrives.',
    ...(link ? [`Confirm it for First steps:\n${link}`] : []),
    ...(replyTo ? ['Answer it as well: that proves that answers by mail arrive.'] : []),
    'Open its headers (Show original): Authentication-Results should say spf=pass, dkim=pass and dmarc=pass.',
  ].join('\n\n'),
});

/** The setting with the mail provider's DKIM selector, which the owner has entered. */
export const DKIM_SELECTOR = 'dkim selector';

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? '';

const isRefusedLogIn = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E(NO)?AUTH$/.test(String(error.code));

export const mail: Check = {
  part: 'Mail',
  async run({ config, store, clock }, _probes, { byPerson }) {
    if (!config.smtpUrl) throw new CheckSkipped('Mail stays on this machine.');
    const { createTransport } = await import('nodemailer');
    const smtp = createTransport({ url: config.smtpUrl, ...TIMEOUTS });
    try {
      await smtp.verify().catch((error: unknown) => {
        const what = isRefusedLogIn(error) ? 'refuses the log-in' : 'cannot be reached';
        throw new CheckFailed(`The mail server ${what}.`, `Check SMTP_URL (${reasonOf(error)}).`);
      });
      if (byPerson) {
        const link = store && (await newProofLink({ config, store, clock }).catch(() => null));
        const { mailFrom: from, ownerEmail: to, mailReplies } = config;
        const replyTo =
          store && mailReplies && (await newProofAddress({ store }, mailReplies).catch(() => null));
        await orFail(
          'The mail server takes no mail to you',
          () => smtp.sendMail({ from, to, headers: MAIL_HEADERS, ...testMail(link, replyTo) }),
          'Check MAIL_FROM',
        );
      }
    } finally {
      smtp.close();
    }
    if (byPerson) return 'The mail server took a test mail to the owner: see whether it arrives.';
    const failure = store && (await readMailFailure(store.db));
    if (failure)
      throw new CheckFailed(
        `The mail server took no mail on ${longMoment(failure.at, config.timeZone)}.`,
        `Check SMTP_URL and MAIL_FROM (${failure.reason}).`,
      );
    return 'The mail server accepts the log-in.';
  },
};

/**
 * Checks SPF and DMARC in the DNS, and DKIM once the owner has entered the selector, which only the mail provider
 * knows; before that it is read in the headers of the test mail.
 */
export const mailRecords: Check = {
  part: 'Mail records',
  async run({ config, store }, { textRecords }) {
    const domain = domainOf(config.mailFrom);
    if (!config.smtpUrl || !domain.includes('.'))
      throw new CheckSkipped('Without a mail server and a domain there is nothing to look up.');
    const has = async (name: string, start: RegExp) =>
      (await textRecords(name)).some((record) => start.test(record));
    const selector = store && (await readSetting(store.db, DKIM_SELECTOR));
    const dkim = selector ? `${selector}._domainkey.${domain}` : null;
    const missing = await orFail('The records could not be looked up', async () => [
      ...((await has(domain, /^v=spf1/i)) ? [] : [`SPF (TXT of ${domain})`]),
      ...((await has(`_dmarc.${domain}`, /^v=dmarc1/i)) ? [] : [`DMARC (TXT of _dmarc.${domain})`]),
      ...(!dkim || (await has(dkim, /\bp=\S/i)) ? [] : [`DKIM (TXT of ${dkim})`]),
    ]);
    if (missing.length > 0)
      throw new CheckFailed(`Add ${missing.join(' and ')}: without it mail is taken for spam.`);
    return dkim
      ? `${domain} has SPF, DKIM and DMARC.`
      : `${domain} has SPF and DMARC; for DKIM enter the selector of your mail provider.`;
  },
};
