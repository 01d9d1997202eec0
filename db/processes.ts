import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import { deleteLeasesBefore, type Lease, listLeased, takeLease } from './leases.ts';
import type { TransactionServices } from './transaction.ts';

/** A process of the app that runs on this database. */
export interface RunningProcess {
  /** The newest migration that its program knows. */
  migration: string;
  /** Of its program and settings: what its site is made of. */
  program: string;
}

const PREFIX = 'process';
const DAY_MS = 24 * 60 * 60_000;

/** Registers that this process runs, until it ends the lease or has been silent for fifteen seconds. */
export async function registerProcess(
  services: TransactionServices,
  { migration, program }: RunningProcess,
): Promise<Lease | null> {
  await deleteLeasesBefore(services, PREFIX, new Date(Date.now() - DAY_MS));
  return takeLease(services, [PREFIX, migration, program, randomUUID()].join(' '));
}

/** The processes of the app that run on this database, this one included. */
export async function listProcesses(db: Db): Promise<RunningProcess[]> {
  const names = await listLeased(db, PREFIX);
  return names.map((name) => {
    const [, migration = '', program = ''] = name.split(' ');
    return { migration, program };
  });
}
