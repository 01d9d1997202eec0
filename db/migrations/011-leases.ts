import { CREATE_LEASES } from '../leases.ts';
import type { Migration } from '../migrate.ts';

export const leases: Migration = { name: '011-leases', statements: [CREATE_LEASES] };
