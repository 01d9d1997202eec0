import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import { type Lease, listLeased, takeLease } from './leases.ts';
import type { TransactionServices } from './transaction.ts';

/** A process of the app that uses this database. */
interface RunningProcess {
  /** The newest migration that its program knows. */
  migration: string;
  /** A hash of its program and settings, from which its site is made. */
  program: string;
}

const PREFIX = 'process';

/** Registers this process until it releases the lease or has not renewed it for fifteen seconds. */
export async function registerProcess(
  services: TransactionServices,
  { migration, program }: RunningProcess,
): Promise<Lease | null> {
  return takeLease(services, [PREFIX, migration, program, randomUUID()].join(' '));
}

/** Lists the processes of the app that use this database, including this one. */
export async function listProcesses(db: Db): Promise<RunningProcess[]> {
  const names = await listLeased(db, PREFIX);
  return names.map((name) => {
    const [, migration = '', program = ''] = name.split(' ');
    return { migration, program };
  });
}
