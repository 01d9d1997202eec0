import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Edge, type Graph, readGraph } from './graph.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Whoever matches `from` may import only what `to` matches; `$1` is what `from` caught. */
interface Rule {
  why: string;
  from: RegExp;
  to: string[];
  /** Types leave no trace in what runs; with 'free' they may come from anywhere below here. */
  types?: string[];
}

const RULES: Rule[] = [
  { why: 'db imports nothing of ours', from: /^db\//, to: ['^db/'] },
  {
    why: 'api/lib knows no noun, but for their types',
    from: /^api\/lib\//,
    to: ['^api/lib/', '^db/'],
    types: ['^api/(mail|payments)/'],
  },
  {
    why: 'the gateway stands alone: it plays somebody else',
    from: /^api\/gateway\//,
    to: ['^api/gateway/'],
  },
  {
    why: 'what browsers may import stays free of everything else',
    from: /^api\/\w+\/rules\.ts$/,
    to: ['^api/\\w+/rules\\.ts$'],
    types: ['^db/schema\\.ts$'],
  },
  {
    why: 'a noun imports lib, db and other nouns, never their routes, sockets or input shapes',
    from: /^api\/(?!lib\/|gateway\/)([\w-]+)\//,
    to: [
      '^api/$1/',
      '^api/lib/',
      '^db/',
      '^api/(?!gateway/)[\\w-]+/(?!routes|schema|live)[\\w-]+\\.ts$',
      '^api/accounts/schema\\.ts$',
    ],
  },
  {
    why: 'browser code takes values from rules.ts only, types from anywhere in api, nothing of db',
    // These two run while building only.
    from: /^src\/(?!lib\/catalogue\.ts$|features\/cv\/).*\.tsx?$/,
    to: ['^src/', '^api/\\w+/rules\\.ts$'],
    types: ['^api/'],
  },
  {
    why: 'a page reads the catalogue and the rules; nothing else of api runs in it',
    from: /^src\/.*\.astro$/,
    to: ['^src/', '^api/\\w+/rules\\.ts$'],
    types: ['^api/'],
  },
  {
    why: 'ui knows no feature',
    from: /^src\/ui\//,
    to: ['^src/ui/', '^src/lib/format\\.ts$'],
    types: ['^api/media/present\\.ts$'],
  },
  { why: 'the texts of the seller know nothing', from: /^src\/content\//, to: ['^src/content/'] },
  {
    why: 'lib knows no feature',
    from: /^src\/lib\//,
    to: ['^src/lib/', '^api/', '^db/connect\\.ts$'],
  },
  {
    why: 'a feature imports ui, lib, content and what another feature has without a face',
    from: /^src\/features\/([\w-]+)\//,
    to: [
      '^src/features/$1/',
      '^src/(ui|lib|content|styles)/',
      '^src/features/[\\w-]+/(stores|draft|session|carried|provider|fill)\\.ts$',
      '^api/',
    ],
  },
  {
    why: 'a layout imports the frame and the navigation',
    from: /^src\/layouts\//,
    to: ['^src/(layouts|styles|ui|lib|content)/', '^src/features/nav/'],
  },
  {
    why: 'only pages, the buyer and the desk put features together',
    from: /^src\/(buyer|desk)\//,
    to: ['^src/$1/', '^src/(features|ui|lib|content|styles)/', '^api/'],
  },
];

/** Files that only some may import. */
const KEPT: { why: string; to: RegExp; from: RegExp }[] = [
  {
    why: 'the catalogue is read while building, never in a browser',
    to: /^src\/lib\/catalogue\.ts$/,
    from: /^src\/(.*\.astro|pages\/.*\.ts)$/,
  },
  {
    why: 'the CV is drawn while building, never in a browser',
    to: /^src\/features\/cv\//,
    from: /^src\/pages\/cv\.pdf\.ts$/,
  },
  { why: 'only app.ts mounts routes', to: /^api\/\w+\/routes\.ts$/, from: /^api\/app\.ts$/ },
  {
    why: 'only shop.ts opens the gateway',
    to: /^api\/gateway\//,
    from: /^api\/(gateway\/|shop\.ts$)/,
  },
  { why: 'nobody imports a page', to: /^src\/pages\//, from: /^$/ },
  {
    why: 'who starts the shop is imported by nobody but who starts it',
    to: /^api\/(open|server|shop|app|dev)\.(ts|mjs)$/,
    from: /^api\/(open\.mjs|(server|shop|dev)\.ts)$|^src\/lib\/api\.ts$/,
  },
];

function trespasses(edges: Edge[]): string[] {
  const found: string[] = [];
  for (const edge of edges) {
    const say = (why: string) => found.push(`${edge.from} imports ${edge.to}: ${why}`);
    for (const rule of RULES) {
      const who = rule.from.exec(edge.from);
      if (!who) continue;
      const allowed = [...rule.to, ...(edge.typeOnly ? (rule.types ?? []) : [])];
      const fits = (path: string) => new RegExp(path.replaceAll('$1', who[1] ?? '')).test(edge.to);
      if (!allowed.some(fits)) say(rule.why);
    }
    for (const { why, to, from } of KEPT) {
      if (to.test(edge.to) && !from.test(edge.from)) say(why);
    }
  }
  return [...new Set(found)];
}

let graph: Graph;
beforeAll(async () => {
  graph = await readGraph(ROOT);
});

test('nobody imports what is not theirs', () => {
  expect(trespasses(graph.edges)).toEqual([]);
});

test('no file needs itself', () => {
  expect(graph.circles).toEqual([]);
});

test('every file of the three wings is looked at, and every import leads to a file', () => {
  const seen = new Set(graph.edges.map((edge) => edge.from));
  expect(seen).toContain('src/pages/index.astro');
  expect(seen.size).toBeGreaterThan(100);
  const files = new Set(globSync('{api,db,src}/**/*.*', { cwd: ROOT }));
  expect(graph.edges.filter((edge) => !files.has(edge.to))).toEqual([]);
});

test('each rule is broken by a file that breaks it', async () => {
  const forbidden: Record<string, string[]> = {
    'db/connect.ts': ['../api/lib/clock.ts'],
    'api/platform/clock.ts': ['../orders/rules.ts'],
    'api/razorpay-sandbox/pay.ts': ['../lib/clock.ts'],
    'api/modules/orders/rules.ts': ['./queries.ts'],
    'api/modules/orders/queries.ts': ['../payments/routes.ts', '../gateway/pay.ts', '../app.ts'],
    'api/modules/payments/admin-routes.ts': ['../orders/schema.ts'],
    'api/modules/orders/schema.ts': [],
    'api/app.ts': [],
    'src/features/orders/stores.ts': ['../../../db/connect.ts', '../../lib/catalogue.ts'],
    'src/features/orders/Card.tsx': ['../../../api/orders/queries.ts', '../gigs/Gig.tsx'],
    'src/features/gigs/Gig.tsx': ['../../pages/index.ts'],
    'src/ui/Button.tsx': ['../lib/catalogue.ts', '../../api/orders/rules.ts'],
    'src/features/cv/draw-cv.ts': [],
    'src/features/nav/Menu.tsx': ['../cv/draw-cv.ts'],
    'src/lib/catalog.ts': ['../features/orders/stores.ts'],
    'src/content/links.ts': ['../lib/catalogue.ts'],
    'src/layouts/Page.ts': ['../features/orders/stores.ts'],
    'src/layouts/Frame.astro': ['../../api/orders/queries.ts'],
    'src/features/buyer-area/BuyerArea.tsx': ['../layouts/Page.ts'],
    'src/pages/index.ts': ['../../api/app.ts'],
  };
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  for (const [file, paths] of Object.entries(forbidden)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    const frontmatter = paths.map((path) => `import '${path}';\n`).join('');
    writeFileSync(
      join(root, file),
      file.endsWith('.astro') ? `---\n${frontmatter}---\n` : `${frontmatter}export {};\n`,
    );
  }
  cpSync(join(ROOT, 'tsconfig.json'), join(root, 'tsconfig.json'));
  const bad = await readGraph(root);
  rmSync(root, { recursive: true });
  const found = trespasses(bad.edges);
  for (const rule of [...RULES, ...KEPT]) {
    expect(found.join('\n')).toContain(rule.why);
  }
  for (const [file, paths] of Object.entries(forbidden)) {
    if (paths.length > 0) expect(found.join('\n')).toContain(`${file} imports`);
  }
  expect(bad.circles.join()).toContain('orders');
});
