/** What each screen needs first; asked for by `EarlyRequests.astro`. */
export const EARLY_REQUESTS: Record<string, string[]> = {
  '/desk': ['/api/v1/desk/today?days=30', '/api/v1/desk/orders'],
  '/desk/orders': ['/api/v1/desk/orders'],
  '/desk/orders/:id': ['/api/v1/desk/orders/:id'],
  '/desk/inbox': ['/api/v1/communicate/conversations'],
  '/desk/payments': [
    '/api/v1/desk/payments/refunds-due',
    '/api/v1/desk/payments/unmatched',
    '/api/v1/desk/ledger',
    '/api/v1/desk/ledger/months',
  ],
  '/desk/gigs': ['/api/v1/desk/gigs'],
  '/desk/gigs/:id': [],
  '/desk/past-work': ['/api/v1/desk/projects'],
  '/desk/past-work/:id': [],
  '/desk/reviews': ['/api/v1/desk/reviews'],
  '/desk/publish': ['/api/v1/desk/publish', '/api/v1/desk/publish/changes'],
  '/desk/backups': ['/api/v1/desk/backups'],
};
