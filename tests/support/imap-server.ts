import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { waitFor } from './wait-for.ts';

const FOLDER = new URL('../../node_modules/.cache/dovecot', import.meta.url).pathname;
const ROOT = join(FOLDER, 'root');
const DOVECOT = join(ROOT, 'usr/sbin/dovecot');
/** The user that PostgreSQL has in tests, too. */
const NOBODY = 65_534;

/** Only root can give a process files of its own in /usr. */
export const CAN_RUN_DOVECOT = process.getuid?.() === 0;

/** Fetches Debian's Dovecot with what it lacks on this machine, and unpacks it beside the project's packages: nothing is installed. */
function fetchDovecot(): void {
  if (existsSync(DOVECOT)) return;
  const folder = join(FOLDER, String(process.pid));
  const debs = join(folder, 'debs');
  mkdirSync(join(debs, 'partial'), { recursive: true });
  const quietly = (command: string, args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 });
  const fetched = () => readdirSync(debs).filter((name) => name.endsWith('.deb'));
  const fetch = () =>
    quietly('apt-get', [
      'install',
      '-y',
      '--no-install-recommends',
      '--download-only',
      '-o',
      `Dir::Cache::archives=${debs}`,
      'dovecot-imapd',
    ]);
  fetch();
  if (fetched().length === 0) {
    quietly('apt-get', ['update']);
    fetch();
  }
  for (const name of fetched()) quietly('dpkg', ['-x', join(debs, name), join(folder, 'root')]);
  // Another process may have been faster.
  if (existsSync(join(folder, 'root')) && !existsSync(ROOT)) renameSync(join(folder, 'root'), ROOT);
  rmSync(folder, { recursive: true, force: true });
  if (!existsSync(DOVECOT)) throw new Error('Debian’s dovecot-imapd could not be fetched.');
}

export interface ImapServer {
  /** The address of its mailbox. */
  url: string;
  user: string;
  deliver(raw: Buffer | string): Promise<void>;
  /** Ends every connection. */
  restart(): Promise<void>;
  /** Empties the mailbox and gives it a new validity. */
  renew(): Promise<void>;
  /** The flags of all mails. */
  flags(): Promise<string[][]>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

/** Dovecot with one mailbox, as a user of its own. */
export async function openImapServer(password = 'secret'): Promise<ImapServer> {
  fetchDovecot();
  const folder = mkdtempSync(join(tmpdir(), 'dovecot-'));
  const [uid, gid] = [NOBODY, NOBODY];
  const port = await freePort();
  const names = spawnSync('id', ['-un', String(uid)])
    .stdout.toString()
    .trim();
  const group = spawnSync('id', ['-gn', String(uid)])
    .stdout.toString()
    .trim();
  for (const name of ['run', 'state', 'home']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'users'), `studio:{PLAIN}${password}:${uid}:${gid}::${folder}/home\n`);
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
default_login_user = ${names}
default_internal_user = ${names}
default_internal_group = ${group}
first_valid_uid = 0
first_valid_gid = 0
ssl = no
disable_plaintext_auth = no
mail_location = maildir:~/mail
listen = 127.0.0.1
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
}
`,
  );
  chmodSync(folder, 0o755);
  for (const name of ['', 'run', 'state', 'home', 'users', 'dovecot.conf'])
    chownSync(join(folder, name), uid, gid);
  let server: ReturnType<typeof spawn> | null = null;
  const start = async () => {
    rmSync(join(folder, 'run/master.pid'), { force: true });
    // Dovecot knows its programs by their places in /usr: it sees them there, and nobody else does.
    const mount = `mount -t overlay overlay -o lowerdir=${ROOT}/usr:/usr /usr`;
    const drop = `setpriv --pdeathsig KILL --reuid=${uid} --regid=${gid} --clear-groups`;
    const run = `${mount} && exec ${drop} /usr/sbin/dovecot -F -c ${folder}/dovecot.conf`;
    // All its processes end with the first, and that with the test.
    const apart = ['unshare', '--mount', '--pid', '--fork', '--kill-child'];
    server = spawn('setpriv', ['--pdeathsig', 'KILL', ...apart, 'sh', '-c', run], {
      stdio: 'ignore',
    });
    await waitFor(async () => {
      const socket = createConnection(port, '127.0.0.1');
      await once(socket, 'data');
      socket.destroy();
    });
  };
  const stop = async () => {
    const ended = server && once(server, 'exit');
    server?.kill('SIGKILL');
    server = null;
    await ended;
    await waitFor(async () => {
      const socket = createConnection(port, '127.0.0.1');
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) throw new Error('the server still answers');
    });
  };
  const connected = async <R>(work: (client: ImapFlow) => Promise<R>): Promise<R> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user: 'studio', pass: password },
      logger: false,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.close();
    }
  };
  await start();
  return {
    url: `imap://studio:${password}@127.0.0.1:${port}/INBOX`,
    user: 'studio',
    deliver: async (raw) => {
      await connected((client) => client.append('INBOX', raw));
    },
    flags: () =>
      connected(async (client) => {
        await client.mailboxOpen('INBOX', { readOnly: true });
        const all: string[][] = [];
        for await (const { flags } of client.fetch('1:*', { flags: true }))
          all.push([...(flags ?? [])]);
        return all;
      }),
    async restart() {
      await stop();
      await start();
    },
    async renew() {
      await stop();
      rmSync(join(folder, 'home/mail'), { recursive: true, force: true });
      await start();
    },
    stop,
    start,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
