import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createBackground } from '../../api/platform/jobs/background.ts';
import { startJob } from '../../api/platform/jobs/scheduled-job.ts';
import { openSalesHarness } from '../bench/sales-harness.ts';

// Runs a job that ends at a message from the test, and reports each run.
const { services } = openSalesHarness(process.argv[2] ?? '', process.env);
const background = createBackground(services.log);
startJob(
  { ...services, background },
  {
    name: 'test',
    every: Number(process.argv[3]),
    async work() {
      process.send?.({ began: randomUUID() });
      await once(process, 'message');
    },
  },
);
process.once('disconnect', () => process.exit());
process.send?.('ready');
