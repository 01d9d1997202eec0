import { longDate } from '../../../platform/dates.ts';
import { listSharedAddresses } from '../../accounts/stored-addresses.ts';
import { type Check, CheckFailed, requireStore } from './check.ts';

export const accounts: Check = {
  part: 'Accounts',
  async run(services) {
    const since = ({ name, created_at }: { name: string; created_at: string }) =>
      `${name}, since ${longDate(created_at, services.config.timeZone)}`;
    const shared = await listSharedAddresses(requireStore(services).db);
    if (shared.length === 0) return 'Every account has an address of its own.';
    const pairs = shared.map((row) => `${since(row)}, and ${since(row.other)}`);
    throw new CheckFailed(
      `Two accounts have one e-mail address: ${pairs.join('; ')}. The first was entered with characters that nobody sees, so its person cannot sign in. Nothing was merged: when the second is deleted or gets another address, the next start gives its address to the first.`,
    );
  },
};
