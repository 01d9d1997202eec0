import { existsSync } from 'node:fs';
import { readConfig } from './config.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';
import { readSecrets } from './platform/secrets.ts';
import { createSandbox } from './razorpay-sandbox/sandbox.ts';

// Run with `npm run dispute -- <payment> [won|lost|…]` while the app runs on the sandbox: what a bank would do.
const [paymentId, move] = process.argv.slice(2);

try {
  if (existsSync(`${PROJECT_ROOT}.env`)) process.loadEnvFile(`${PROJECT_ROOT}.env`);
  const { dataDir, secretKey, port, razorpay } = readConfig(process.env, PROJECT_ROOT);
  const file = `${dataDir}/razorpay-sandbox.db`;
  if (razorpay) throw new Error('There are keys of Razorpay: only a bank raises a dispute there.');
  if (!existsSync(file)) throw new Error(`There is no ${file}: start the app and pay first.`);
  const sandbox = createSandbox({
    ...{ file, ...readSecrets(dataDir, secretKey).razorpaySandbox },
    webhookUrl: `http://127.0.0.1:${port}/api/v1/gig/webhook`,
  });
  const { payments, disputes } = sandbox.records();
  const of = disputes.findLast((each) => each.payment_id === paymentId);
  if (!payments.some(({ id }) => id === paymentId)) {
    const ids = payments.map(({ id, amount }) => `  ${id}  ${amount / 100}`).slice(-10);
    throw new Error(['Which payment? The newest, with their amounts:', ...ids].join('\n'));
  }
  const dispute =
    move && of
      ? sandbox.moveDispute(of.id, move as Parameters<typeof sandbox.moveDispute>[1])
      : sandbox.dispute(`${paymentId}`);
  await sandbox.settled();
  process.stdout.write(`${dispute.id} of ${paymentId}: ${dispute.status}\n`);
  await sandbox.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
