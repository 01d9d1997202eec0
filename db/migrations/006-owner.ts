import type { Migration } from '../migrate.ts';

export const owner: Migration = {
  name: '006-owner',
  // The owner is looked for with every message and payment, among all people there are.
  statements: ['CREATE INDEX users_role ON users (role)'],
};
