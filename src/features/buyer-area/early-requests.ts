/** The first requests of each buyer's page, sent by `EarlyRequests.astro`. */
export const EARLY_REQUESTS: Record<string, string[]> = {
  '/orders': [
    '/api/v1/communicate/questions',
    '/api/v1/quote/waiting',
    '/api/v1/gig/order/user-orders',
  ],
  '/orders/:id': ['/api/v1/gig/order/:id'],
  '/order-success': ['/api/v1/gig/order/:order'],
  '/process-payment': [
    '/api/v1/gig/order/last-address',
    '/api/v1/gig/order/checkout/:checkout',
    '/api/v1/gig/order/checkout',
  ],
  '/one-rupee': ['/api/v1/gig/order/checkout'],
  '/profile': ['/api/v1/gig/order/user-orders'],
  '/money': ['/api/v1/gig/order/money'],
  '/notifications': ['/api/v1/notify/client/client-notifications/:user'],
  '/settings': [
    '/api/v1/user/sessions',
    '/api/v1/user/email',
    '/api/v1/user/second-factor',
    '/api/v1/notify/client/preferences',
  ],
};
