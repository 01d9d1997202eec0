interface BuyerPage {
  title: string;
  description: string;
  /**
   * The GET requests below `/api/v1` that it begins with. `:id` is that segment of the path, `:user` the person whose
   * data this browser stores, `:order` the order in the query and `:checkout` the open checkout.
   */
  requests: string[];
}

const ORDERS = {
  title: 'Your orders',
  description: 'Your orders, their payments and their progress.',
};

/** The pages of signed-in buyers; `src/pages` has a file for each, and those below an address are in its. */
export const BUYER_PAGES = {
  '/money': {
    title: 'Payments',
    description: 'Every payment and refund of your orders, to the paisa.',
    requests: ['/gig/order/money'],
  },
  '/notifications': {
    title: 'Notifications',
    description: 'What happened with your orders, payments and messages.',
    requests: ['/notify/client/client-notifications/:user'],
  },
  '/one-rupee': {
    title: 'A payment of ₹1',
    description: 'Try the payments of your shop.',
    requests: ['/gig/order/checkout'],
  },
  '/order-success': {
    title: 'Payment successful',
    description: 'Your order is confirmed.',
    requests: ['/gig/order/:order'],
  },
  '/orders': {
    ...ORDERS,
    requests: ['/communicate/questions', '/quote/waiting', '/gig/order/user-orders'],
  },
  '/orders/:id': { ...ORDERS, requests: ['/gig/order/:id'] },
  '/process-payment': {
    title: 'Checkout',
    description: 'Check your order and pay.',
    requests: ['/gig/order/last-address', '/gig/order/checkout/:checkout', '/gig/order/checkout'],
  },
  '/profile': {
    title: 'Your profile',
    description: 'Your account and your latest orders.',
    requests: ['/gig/order/user-orders'],
  },
  '/settings': {
    title: 'Settings',
    description: 'Your account, your devices and your data.',
    requests: [
      '/user/sessions',
      '/user/email',
      '/user/second-factor',
      '/notify/client/preferences',
    ],
  },
} satisfies Record<string, BuyerPage>;
