import { writeFileSync } from 'node:fs';

const DOCS = 'https://razorpay.com/docs';
const TEST_S2S = `${DOCS}/payments/payment-gateway/s2s-integration/test-s2s`;
const PAGES = {
  orders: `${TEST_S2S}/orders`,
  refunds: `${TEST_S2S}/refunds`,
  overview: `${TEST_S2S}/best-practices`,
  webhooks: `${TEST_S2S}/best-practices/webhooks-and-fetch-apis`,
  retries: `${TEST_S2S}/best-practices/retries-and-idempotency`,
  states: `${TEST_S2S}/best-practices/payment-states-and-late-authorisation`,
  security: `${TEST_S2S}/best-practices/security`,
  instant: `${DOCS}/payments/refunds/instant`,
  delivery: `${DOCS}/webhooks/best-practices`,
  late: `${DOCS}/late-authorization/handling_late_authorization`,
  payments: `${DOCS}/payments/payments`,
  disputes: `${DOCS}/api/disputes`,
  downtime: `${DOCS}/api/payments/downtime`,
  checkout: `${DOCS}/payments/payment-gateway/web-integration/standard/integration-steps`,
};

interface Scenario {
  page: keyof typeof PAGES;
  /** What happens at the provider. */
  scenario: string;
  /** What this app does then. */
  ours: string;
}

/** The scenarios that concern Standard Checkout. `ORD`, `BP` and `RFND` are the provider's numbers, `DOC` are ours. */
export const SCENARIOS = {
  'ORD-01': {
    page: 'orders',
    scenario: 'An order is created',
    ours: 'On the server, with its price; the browser gets the id, and the receipt is our instalment',
  },
  'ORD-02': {
    page: 'orders',
    scenario: 'A payment on the order fails',
    ours: 'The order is shown as Failed and stays open; the same order of the provider is paid again',
  },
  'ORD-03': {
    page: 'orders',
    scenario: 'A payment on the order succeeds',
    ours: 'Paid once; nothing more can be opened for it',
  },
  'ORD-05': {
    page: 'orders',
    scenario: 'Creating is repeated with the same receipt',
    ours: 'The provider is asked by receipt first, so there is one order also without `unique_receipt`',
  },
  'BP-01': {
    page: 'webhooks',
    scenario: 'The browser never reports the payment',
    ours: 'The webhook alone settles it',
  },
  'BP-02': {
    page: 'security',
    scenario: 'The result in the browser is forged',
    ours: 'Its signature is computed over the stored order; a wrong one gets 400 and changes nothing',
  },
  'BP-03': {
    page: 'overview',
    scenario: 'A stored webhook is sent again',
    ours: 'One row for each event id; the payment counts once',
  },
  'BP-04': {
    page: 'overview',
    scenario: 'The endpoint of the webhook is down',
    ours: 'The reconciler finds the payment at the provider',
  },
  'BP-05': {
    page: 'overview',
    scenario: 'A payment that no webhook reported is fetched, twice',
    ours: 'Settled by the first round; the second changes nothing',
  },
  'BP-06': {
    page: 'states',
    scenario: 'A failed payment is authorized and captured late',
    ours: 'The order stays open after the failure and is settled once',
  },
  'BP-07': {
    page: 'retries',
    scenario: 'Creating an order times out',
    ours: 'The buyer tries again and gets the order that was created',
  },
  'BP-08': {
    page: 'retries',
    scenario: 'A payment times out and is tried again',
    ours: 'On the same order of the provider, which takes one payment',
  },
  'BP-10': {
    page: 'overview',
    scenario: 'Webhooks arrive in the wrong order',
    ours: 'An event is a hint: the payment is fetched, and no state goes back',
  },
  'BP-11': {
    page: 'overview',
    scenario: 'The endpoint of the webhook answers slowly',
    ours: 'It stores the event and answers, although the provider’s API is silent; the work follows',
  },
  'BP-12': {
    page: 'retries',
    scenario: 'A refund times out and is repeated',
    ours: 'Its id is the idempotency key: one refund',
  },
  'BP-20': {
    page: 'overview',
    scenario: 'An order stays created or attempted',
    ours: 'The reconciler asks for its payments until it is paid',
  },
  'BP-37': {
    page: 'security',
    scenario: 'A webhook is forged or changed',
    ours: 'The signature is checked over the raw body before it is parsed; 400',
  },
  'RFND-01': {
    page: 'refunds',
    scenario: 'A normal refund, in part and in full',
    ours: 'Partly, then wholly refunded; the sum never exceeds the payment',
  },
  'DOC-01': {
    page: 'refunds',
    scenario: 'A refund fails at the bank',
    ours: 'Counted as not refunded and listed for the owner',
  },
  'DOC-11': {
    page: 'instant',
    scenario: 'A refund is asked for at optimum speed',
    ours: 'Where the owner has chosen it, because it carries a fee; screens and mails then say so',
  },
  'DOC-02': {
    page: 'refunds',
    scenario: 'More than is left, or less than ₹1, is to be refunded',
    ours: 'Refused before the provider is asked',
  },
  'DOC-03': {
    page: 'payments',
    scenario: 'A payment is authorized and not captured',
    ours: 'Captured, if it fits an open part of an order that takes money',
  },
  'DOC-04': {
    page: 'late',
    scenario: 'A second attempt succeeds on a paid order',
    ours: 'Kept beside the order as an overpayment, and refunded',
  },
  'DOC-05': {
    page: 'delivery',
    scenario: 'An event of an unknown type, or about nothing of ours',
    ours: 'Stored and answered with 200, so that the webhook is not switched off',
  },
  'DOC-06': {
    page: 'checkout',
    scenario: 'The result arrives as a form at `callback_url`',
    ours: 'Checked and settled like the handler’s; the answer leads to a page with the result',
  },
  'DOC-07': {
    page: 'disputes',
    scenario: 'A dispute is opened',
    ours: 'No refund of its payment meanwhile; the balance is unchanged',
  },
  'DOC-08': {
    page: 'disputes',
    scenario: 'A dispute is lost, reported twice and in the wrong order',
    ours: 'What the bank took is counted once and cannot be refunded again',
  },
  'DOC-09': {
    page: 'disputes',
    scenario: 'A dispute is won, or closed, without a report',
    ours: 'The reconciler reads the list',
  },
  'DOC-10': {
    page: 'downtime',
    scenario: 'A method is down, and works again',
    ours: 'Named before the buyer tries it, until it works',
  },
} satisfies Record<string, Scenario>;

export type ScenarioId = keyof typeof SCENARIOS;

const NOT_OURS: [string, string][] = [
  ['Collecting card data, CVV, native OTP', 'Only the provider’s dialog sees them.'],
  ['UPI Autopay, recurring cards, tokens', 'Every part is paid by itself.'],
  ['Transfers, partial payments', 'A provider order is one part, paid at once.'],
  ['Dollars', 'No scenario names them: `currencies.test.ts`.'],
  ['Onboarding, settlements, payouts', 'The owner’s dashboard at Razorpay shows them.'],
];

const QUESTIONS: [string, string][] = [
  [
    'What do BP-03, BP-04, BP-05, BP-10, BP-11 and BP-20 say word by word? The copy of the pages that we read ends before them.',
    'The overview names the tool that each needs (replay, an endpoint that fails or sleeps, a reconciler); the scenario is chosen by it.',
  ],
  [
    'What are BP-09, BP-13 to BP-19, BP-21 to BP-36, ORD-04, ORD-06 to ORD-25 and the other RFND numbers? They stand below the same cut.',
    'Not claimed. Of orders the rest is the validation of fields that we never send, or always alike.',
  ],
  [
    'How many days does a normal refund take? The pages say five to seven, and five to ten, working days.',
    'Screens and mails say five to seven (`refund-speed.ts`); nothing depends on it.',
  ],
  [
    'Is a receipt unique without `unique_receipt`? The list of errors says so, the guide asks for the flag.',
    'We rely on neither: an order is looked up by its receipt before it is created again.',
  ],
  [
    'Do keys against doubled refunds work in test mode? The guide itself leaves it open.',
    'After an unclear answer the provider’s list of refunds decides.',
  ],
  [
    'Within how many days is a payment captured or returned? The pages say three, and five.',
    'Payments are watched for five days.',
  ],
];

/** A table of Markdown, as the formatter leaves it. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`;
  const rule = line(
    head.map(() => ''),
    '-',
  );
  return [line(head), rule, ...rows.map((row) => line(row))].join('\n');
}

export const TABLE = new URL('README.md', import.meta.url);

/** The table of all scenarios; `npm run conformance` writes it. */
export const renderTable = (): string => `# Conformance

The published scenarios of Razorpay that concern Standard Checkout. \`npm run conformance\` writes this page from \`scenarios.ts\`; each
row has a test of its name in \`standard-checkout.test.ts\`. \`DOC\` stands for what the documentation says without a number.

${table(
  ['Id', 'Source', 'What happens', 'What we do'],
  Object.entries<Scenario>(SCENARIOS).map(([id, { page, scenario, ours }]) => [
    id,
    `[${page}](${PAGES[page]})`,
    scenario,
    ours,
  ]),
)}

## What does not concern us

${table(['Scenarios', 'Why'], NOT_OURS)}

## Questions that the documentation leaves open

${table(['Question', 'What we chose'], QUESTIONS)}
`;

if (import.meta.main) writeFileSync(TABLE, renderTable());
