import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitFor } from './wait-for.ts';

/** A real SMTP server that stores the mail it receives. */
export interface MailServer {
  url: string;
  emails: Email[];
  /** Addresses that the server refuses permanently. */
  refused: Set<string>;
  /** Addresses whose mail server answers only once the promise is fulfilled. */
  slow: Map<string, Promise<void>>;
  /** Addresses whose mail is accepted, but the sender never learns it. */
  silent: Set<string>;
  /** Answers every mail with this code (below 500 is temporary); null accepts mail again. */
  refuse(code: number | null): void;
  /** How many connections were opened so far. */
  connections(): number;
  /** The newest email to an address whose subject matches and whose text contains `about`; waits for it to arrive. */
  email(to: string, subject: RegExp, about?: string): Promise<Email>;
  close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const emails: Email[] = [];
  const refused = new Set<string>();
  const slow: MailServer['slow'] = new Map();
  const silent = new Set<string>();
  let connections = 0;
  let refusing: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    async onRcptTo({ address }, _session, done) {
      await slow.get(address);
      const responseCode = refused.has(address) ? 550 : refusing;
      const error = new Error(`No such mailbox: ${address}`);
      done(responseCode === null ? null : Object.assign(error, { responseCode }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          emails.push(email);
          if (!email.to?.some((each) => silent.has(each.address ?? ''))) done();
        }, done);
      });
    },
  });
  // The error of a connection whose process was killed.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  const find = (to: string, subject: RegExp, about: string) =>
    emails.findLast(
      (email) =>
        email.to?.some((each) => each.address === to) &&
        subject.test(email.subject ?? '') &&
        email.text?.includes(about),
    );
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    refused,
    slow,
    silent,
    refuse: (code) => {
      refusing = code;
    },
    connections: () => connections,
    email: (to, subject, about = '') =>
      waitFor(() => {
        const found = find(to, subject, about);
        if (!found) throw new Error(`no email to ${to} about ${subject}`);
        return found;
      }),
    close: () => new Promise((done) => server.close(done)),
  };
}
