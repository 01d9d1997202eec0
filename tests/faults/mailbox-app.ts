import { readConfig } from '../../api/config.ts';
import { createLog } from '../../api/platform/log.ts';
import { startApp } from '../../api/start-app.ts';

// The app, which reads its mailbox with DNS records of the test and is killed while it does so: when it asks for the time this often.
const records = JSON.parse(process.env['TXT_RECORDS'] ?? '{}') as Record<string, string[]>;
let left = Number(process.env['KILL_AT']);
let isReading = false;

const config = readConfig(process.env, process.env['DATA_DIR'] ?? '');
await startApp({
  config,
  log: createLog({ production: true, logLevel: 'error' }, (line) => console.log(line)),
  withoutChecks: true,
  clock: () => {
    if (isReading) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return new Date();
  },
  textRecords: async (name) => {
    isReading = true;
    return records[name] ?? [];
  },
});
