import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../support/database.ts';
import { CAN_RUN_DOVECOT, openImapServer } from '../support/imap-server.ts';
import { ASHA, ownerOf, paidOrder, signUpBuyer } from '../support/people.ts';
import { composeMail, recordsOf, signMail } from '../support/signed-mail.ts';
import { createDataDir, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { freePort, kill, ROOT, start } from './app-process.ts';

/**
 * The project as the guide installs it, without packages for development: hard links to this checkout, on its disk and
 * outside of it, because a package that is missing would be found in a folder above.
 */
let tree: string;
beforeAll(() => {
  const isNear = (folder: string) => statSync(folder).dev === statSync(ROOT).dev;
  const near = ['/tmp', dirname(join(ROOT, '.'))].find(isNear);
  tree = mkdtempSync(join(near ?? '/tmp', 'studio-shop-production-'));
  process.once('exit', () => rmSync(tree, { recursive: true, force: true }));
  const names = ['api', 'db', 'src', 'public', 'tests', 'dist', 'node_modules', 'package.json'];
  const files = [...names, 'package-lock.json', 'astro.config.mjs', '.npmrc'];
  execFileSync('cp', [near ? '-al' : '-a', ...files, tree], { cwd: ROOT });
  // npm writes into this one.
  const held = 'node_modules/.package-lock.json';
  rmSync(join(tree, held));
  copyFileSync(join(ROOT, held), join(tree, held));
  const prune = 'prune --omit=dev --offline --no-save --ignore-scripts --no-audit --loglevel=error';
  execFileSync('npm', prune.split(' '), { cwd: tree, stdio: 'pipe' });
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const run = (...args: string[]) =>
  spawnSync(join(tree, 'node_modules/node/bin/node'), args, { cwd: tree, encoding: 'utf8' });

test('every module of api and db is imported there', () => {
  // What exports nothing is a program, which would run; what it imports is imported, too.
  const modules = globSync('{api,db}/**/*.{ts,mjs}', { cwd: tree }).filter((file) =>
    /^export /m.test(readFileSync(join(tree, file), 'utf8')),
  );
  expect(modules.length).toBeGreaterThan(300);
  const program = `for (const file of ${JSON.stringify(modules)})
    await import('${tree}/' + file).catch((error) => { console.log(file, String(error)); });
    process.exit(0);`;
  const { stdout, stderr, status } = run('--input-type=module', '--eval', program);
  expect([stdout, status], stderr).toEqual(['', 0]);
});

test('commands of a checkout say what they need, and install nothing', () => {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  const ofCheckout = ['check', 'test', 'conformance', 'bench', 'simulate', 'shots'];
  const commands = Object.entries<string>(scripts).filter(([, line]) => line.includes('tests/'));
  expect(commands.map(([name]) => name)).toEqual(ofCheckout);
  for (const [name, line] of commands) {
    const { status, stdout, stderr } = run(...line.split(' ').slice(1));
    expect([status, stdout], name).toEqual([1, '']);
    expect(stderr.trim()).toMatch(/^This command needs the tests and their packages, [^.]+\.$/);
  }
  expect(existsSync(join(tree, 'node_modules/vitest'))).toBe(false);
});

test('a buyer signs up, orders and pays there', async () => {
  const dataDir = createDataDir();
  const env = { DATA_DIR: dataDir, PORT: '0', OWNER_EMAIL: 'owner@studio.example' };
  const bought = start([join(tree, 'api/upgrade/rehearse.ts')], env);
  expect(await bought.ended, bought.output()).toBe(0);
  expect(bought.output()).toMatch(/Order [\w-]+ was placed and paid\./);
  rmSync(dataDir, { recursive: true });
});

test.skipIf(!CAN_RUN_DOVECOT)('an answer by mail becomes a message there', async () => {
  const imap = await openImapServer();
  const settings = { MAIL_REPLIES: imap.url, MAIL_REPLY_ADDRESS: 'studio+{token}@vy.example' };
  const app = await startTestApp(settings, { textRecords: async () => [] });
  const [asha, owner] = [await signUpBuyer(app, ASHA), await ownerOf(app)];
  const orderId = await paidOrder(app, asha);
  const messageText = 'Which colour?';
  await owner.post('/api/v1/communicate/send-message', { orderId, messageText });
  app.advance(5 * 60_000);
  app.server.services.outbox.flush();
  const asked = await app.mail.email(ASHA.email, /^New messages/);
  const raw = await composeMail({
    ...{ from: ASHA.email, to: asked.replyTo?.[0]?.address ?? '', messageId: '<1@buyers.example>' },
    ...{ subject: `Re: ${asked.subject}`, text: 'Blue, please.' },
  });
  const file = { url: `sqlite:${join(app.dataDir, 'app.db')}` };
  const answers = 'SELECT text FROM messages WHERE by_mail IS NOT NULL';
  await app.restart(async () => {
    await imap.deliver(await signMail(raw, { domain: 'buyers.example' }));
    const reading = start([join(tree, 'tests/faults/mailbox-app.ts')], {
      ...{ DATA_DIR: app.dataDir, PORT: String(await freePort()), SMTP_URL: app.mail.url },
      ...{ ...settings, MAIL_FROM: 'Studio <s@vy.example>' },
      TXT_RECORDS: JSON.stringify(recordsOf('buyers.example')),
    });
    await waitFor(async () => expect(await rowsOf(file, answers)).toHaveLength(1));
    await kill(reading);
    expect(reading.output()).toBe('');
  });
  expect(await rowsOf(file, answers)).toEqual([{ text: 'Blue, please.' }]);
  await app.close();
  await imap.close();
});
