import { CONTENT_KINDS } from './content-kinds.ts';

const WAITING = '/api/v1/desk/waiting';

/** The first requests of each screen, sent by `EarlyRequests.astro`. */
export const EARLY_REQUESTS: Record<string, string[]> = {
  '/desk': ['/api/v1/desk/today?days=30', WAITING],
  '/desk/first-steps': ['/api/v1/desk/first-steps', WAITING],
  '/desk/look': [WAITING],
  '/desk/orders': [WAITING, '/api/v1/desk/orders'],
  '/desk/orders/:id': ['/api/v1/desk/orders/:id', WAITING],
  '/desk/inbox': ['/api/v1/communicate/conversations', WAITING],
  '/desk/payments': [
    '/api/v1/desk/payments',
    '/api/v1/desk/payments/compensations',
    '/api/v1/desk/ledger/months',
    WAITING,
  ],
  ...Object.fromEntries(
    CONTENT_KINDS.flatMap(({ many, path }) => [
      [path, [`/api/v1/desk/${many}`, WAITING]],
      [`${path}/:id`, [WAITING]],
    ]),
  ),
  '/desk/reviews': ['/api/v1/desk/reviews', WAITING],
  '/desk/settings': [WAITING],
  '/desk/profile': ['/api/v1/desk/profile', WAITING],
  '/desk/assistants': ['/api/v1/desk/assistants', WAITING],
  '/desk/availability': ['/api/v1/desk/availability', WAITING],
  '/desk/terms': ['/api/v1/desk/cancellation-terms', WAITING],
  '/desk/tax': ['/api/v1/desk/tax', WAITING],
  '/desk/legal': ['/api/v1/desk/legal', WAITING],
  '/desk/publish': ['/api/v1/desk/publish', '/api/v1/desk/publish/changes', WAITING],
  '/desk/backups': ['/api/v1/desk/backups', WAITING],
  '/desk/doctor': ['/api/v1/desk/doctor', WAITING],
  '/desk/audit': ['/api/v1/desk/audit', WAITING],
};
