import type { Rolldown } from 'vite';

/** What only the owner's screens load: the dashboard, and files of a feature that begin so. No page of a buyer has one. */
export const OWNERS_FILE = /\bsrc\/(admin\/|features\/[\w-]+\/(Owner[A-Z]|owner-))/;

/** What each entry point, and some of what is loaded on demand, is part of: the first that fits. */
const AREAS: [area: string, paths: RegExp][] = [
  [
    'account',
    /pages\/(sign-in|sign-up|create-password|forgot-password|invitation|verify-email|stop-copies)\./,
  ],
  ['pay', /pages\/(pay|payment-result)\.|account\/sign-in-second-factor\./],
  ['menu', /nav\/AccountMenu\.|buyer-area\/after-first-view\.|questions\/QuestionForm\./],
  ['orders', /pages\/orders\./],
  ['forms', /pages\/(process-payment|settings)\./],
  ['buyer', /pages\/(money|notifications|one-rupee|order-success|profile)\./],
  ['dashboard', /pages\/desk\./],
  ['later', /components\/toast-layer\.|node_modules\/socket\.io-client\//],
  ['public', /\.astro\?/],
  [
    'island',
    /features\/(account|gigs|reviews)\/(?!Owner)\w+\.tsx$|node_modules\/@astrojs\/react\//,
  ],
];

/**
 * The files that pages share, each with the area that decides: a module that several entry points need is in the first file
 * whose area cannot start without it. Account forms and payment links do without React.
 */
const CHUNKS = [
  { name: 'public', area: 'public', minShareCount: 3 },
  { name: 'base', area: 'account', minShareCount: 2 },
  { name: 'pay', area: 'pay', minShareCount: 2 },
  { name: 'react', area: 'island', minShareCount: 2 },
  { name: 'signed-in', area: 'signed-in', minShareCount: 2 },
  { name: 'order', area: 'order', minShareCount: 2 },
  { name: 'chat', area: 'chat', minShareCount: 1 },
  { name: 'forms', area: 'forms', minShareCount: 2 },
  { name: 'menu', area: 'menu', minShareCount: 2 },
  { name: 'dashboard', area: 'dashboard', minShareCount: 2 },
  { name: 'later', area: 'later', minShareCount: 1 },
];

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];
type Edge = 'importers' | 'dynamicImporters';

/** The areas from which these imports lead to a module. */
function areasOf(id: string, context: Context, edges: Edge[]): Set<string> {
  const seen = new Set([id]);
  const areas = new Set<string>();
  for (const each of seen) {
    const module = context.getModuleInfo(each);
    if (!module) continue;
    const isStart = module.isEntry || module.dynamicImporters.length > 0;
    const area = isStart && AREAS.find(([, paths]) => paths.test(each));
    if (area) areas.add(area[0]);
    for (const edge of edges) for (const importer of module[edge]) seen.add(importer);
  }
  return areas;
}

function chunkOf(id: string, context: Context): string | undefined {
  // All icons are imported from one index, which hides who uses them. The island of an order has one.
  if (id.includes('/lucide-react/')) return id.endsWith('/plus.mjs') ? 'react' : 'signed-in';
  const areas = areasOf(id, context, ['importers']);
  // Both parts come at the same time.
  if (areas.has('later') && areas.size === 1) return 'later';
  areas.delete('later');
  const ever = areasOf(id, context, ['importers', 'dynamicImporters']);
  const [buyer, orders, forms, menu, dashboard] = [
    'buyer',
    'orders',
    'forms',
    'menu',
    'dashboard',
  ].map((area) => areas.has(area));
  const isOfBoth = ever.has('orders') && ever.has('dashboard');
  // A buyer opens a conversation; the inbox has it from the start.
  if (id.includes('/features/chat/') && !OWNERS_FILE.test(id) && !orders && !menu) return 'chat';
  const module = context.getModuleInfo(id);
  // What is loaded on demand is a file, also where a page has it from the start.
  if (module?.dynamicImporters.length && !module.isEntry) return undefined;
  if (buyer || (forms && (isOfBoth || dashboard || menu))) areas.add('signed-in');
  else if (orders && (isOfBoth || menu)) areas.add('order');
  return CHUNKS.find(({ area }) => areas.has(area))?.name;
}

/** Which code is in which file of the browser. What only one page needs is in the page's own. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: CHUNKS.map(({ name, minShareCount }, at) => ({
    name: (id, context) => (chunkOf(id, context) === name ? name : null),
    minShareCount,
    priority: CHUNKS.length - at,
  })),
};
