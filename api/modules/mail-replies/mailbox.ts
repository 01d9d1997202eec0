import type { ImapFlow } from 'imapflow';
import { SECOND } from '../../platform/clock.ts';
import { MAX_HEADER_BYTES, MAX_MAIL_BYTES, MAX_TOKENS } from './limits.ts';
import { headerLines, tokensOf } from './recognize.ts';
import type { MailReplies } from './settings.ts';

/** Opens a connection that changes nothing in the mailbox, and of which nothing is logged. */
export async function connectTo(mailbox: MailReplies, signal?: AbortSignal): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    ...{ host: mailbox.host, port: mailbox.port, secure: mailbox.isSecure },
    auth: { user: mailbox.user, pass: mailbox.password },
    logger: false,
    connectionTimeout: 15 * SECOND,
    greetingTimeout: 10 * SECOND,
    disableAutoIdle: true,
    maxLineLength: 1024 ** 2,
    maxLiteralSize: 1024 ** 2,
    maxResponseSize: 4 * 1024 ** 2,
  });
  const close = () => client.close();
  client.on('error', close);
  signal?.addEventListener('abort', close, { once: true });
  client.once('close', () => signal?.removeEventListener('abort', close));
  try {
    await client.connect();
    await client.mailboxOpen(mailbox.folder, { readOnly: true });
    return client;
  } catch (error) {
    close();
    throw error;
  }
}

export const validityOf = ({ mailbox }: ImapFlow): string => {
  if (!mailbox) throw new Error('no mailbox is open');
  return String(mailbox.uidValidity);
};

/** The beginning of a mail, and the tokens in it; null if it is gone. */
export async function fetchHead(from: ImapFlow, uid: number, pattern: string) {
  const message = await from.fetchOne(
    String(uid),
    {
      ...{ size: true, internalDate: true },
      bodyParts: [{ key: 'header', start: 0, maxLength: MAX_HEADER_BYTES }],
    },
    { uid: true },
  );
  if (!message) return null;
  const header = message.headers ?? Buffer.alloc(0);
  const lines = headerLines(header.toString('latin1'));
  const isLarge = (message.size ?? 0) > MAX_MAIL_BYTES;
  const tokens = tokensOf(lines, pattern).slice(0, MAX_TOKENS);
  return { header, lines, isLarge, tokens, receivedAt: message.internalDate };
}

/** A mail, at most so many bytes of it. */
export async function fetchWhole(from: ImapFlow, uid: number): Promise<Buffer> {
  const options = { uid: true, maxBytes: MAX_MAIL_BYTES };
  const { content } = await from.download(String(uid), undefined, options);
  if (!content) throw new Error('the mail is gone');
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
