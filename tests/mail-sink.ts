import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

/** A real SMTP server that keeps what it is given. */
export interface MailSink {
  url: string;
  letters: Email[];
  /** Addresses that the server refuses for good. */
  refused: Set<string>;
  /** The newest letter to an address whose subject matches; waits for it to arrive. */
  letter(to: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

export async function openMailSink(): Promise<MailSink> {
  const letters: Email[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const error = new Error(`No such mailbox: ${address}`);
      done(refused.has(address) ? Object.assign(error, { responseCode: 550 }) : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((letter) => {
          letters.push(letter);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  const find = (to: string, subject: RegExp) =>
    letters.findLast(
      (letter) =>
        letter.to?.some((each) => each.address === to) && subject.test(letter.subject ?? ''),
    );
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refused,
    letter: (to, subject) =>
      vi.waitFor(
        () => {
          const found = find(to, subject);
          if (!found) throw new Error(`no letter to ${to} about ${subject}`);
          return found;
        },
        { timeout: 10_000, interval: 20 },
      ),
    close: () => new Promise((done) => server.close(done)),
  };
}
