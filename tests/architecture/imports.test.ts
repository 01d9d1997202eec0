import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { OWNERS_FILE } from '../../api/modules/site/build/chunks.ts';
import { type Edge, type Graph, readGraph } from './graph.ts';
import { moduleOf, rankOf } from './module-order.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Files matching `from` may import only files matching `to`; `$1` is what `from` captured. */
interface Rule {
  why: string;
  from: RegExp;
  to: string[];
  /** Type-only imports do not exist at run time, so these are allowed in addition. */
  types?: string[];
}

const RULES: Rule[] = [
  { why: 'db imports nothing of ours', from: /^db\//, to: ['^db/'] },
  {
    why: 'platform knows no module: pass what it needs as an argument, or move the file',
    from: /^api\/platform\//,
    to: ['^api/platform/', '^db/'],
    types: ['^api/config\\.ts$'],
  },
  {
    why: 'the sandbox stands alone: the app speaks to it over HTTP only',
    from: /^api\/razorpay-sandbox\//,
    to: ['^api/razorpay-sandbox/'],
  },
  {
    why: 'only `npm run dev` reads the database in src',
    from: /^src\/(?!lib\/dev-catalog\.ts$)/,
    to: ['^src/', '^api/'],
  },
  {
    why: 'components know no feature',
    from: /^src\/components\//,
    to: ['^src/components/', '^src/lib/(focus-in-view|format|part-failed|storage-keys)\\.ts$'],
    types: ['^api/platform/files/dto\\.ts$'],
  },
  {
    why: 'lib knows no feature',
    from: /^src\/lib\//,
    to: ['^src/lib/', '^api/', '^db/database\\.ts$'],
  },
  {
    why: 'a layout imports components and the navigation',
    from: /^src\/layouts\//,
    to: ['^src/(layouts|styles|components|lib)/', '^src/features/nav/'],
  },
  {
    why: 'a feature imports no page, and only its files for the owner import the dashboard',
    from: /^src\/features\/(?![\w-]+\/(Owner[A-Z]|owner-))/,
    to: ['^src/(features|components|lib|styles)/', '^api/'],
  },
  {
    why: 'the dashboard imports features, components and lib',
    from: OWNERS_FILE,
    to: ['^src/(admin|features|components|lib|styles)/', '^api/'],
  },
];

/** Code of src that runs while the site is built or developed, and may use the server's. */
const BUILD_ONLY = /^src\/(lib\/dev-catalog|features\/cv\/draw-cv)\.ts$/;

/** Files that only certain files may import. */
const RESTRICTED: { why: string; to: RegExp; from: RegExp }[] = [
  {
    why: 'pages get the catalog from Astro.locals; only `npm run dev` reads it there itself',
    to: /^src\/lib\/dev-catalog\.ts$/,
    from: /^src\/middleware\.ts$/,
  },
  {
    why: 'the CV is drawn while building, by the code that draws receipts',
    to: /^src\/features\/cv\/draw-cv\.ts$/,
    from: /^src\/pages\/cv\.pdf\.ts$/,
  },
  {
    why: 'only the app and the command that disputes open the sandbox',
    to: /^api\/razorpay-sandbox\//,
    from: /^api\/(razorpay-sandbox\/|(start-app|dispute-command-line)\.ts$)/,
  },
  {
    why: 'what a buyer or a visitor loads is not of the owner: what both need has no Owner in its name',
    to: OWNERS_FILE,
    from: new RegExp(`${OWNERS_FILE.source}|^src/pages/desk\\.astro$`),
  },
  { why: 'nobody imports a page', to: /^src\/pages\//, from: /^$/ },
  {
    why: 'what starts the app is imported only by what starts it',
    to: /^api\/(serve|main|start-app|app|dev|shutdown|subscriptions)\.(ts|mjs)$/,
    from: /^api\/(serve\.mjs|(main|start-app|app|dev)\.ts)$|^api\/upgrade\/|^src\/lib\/api\.ts$/,
  },
];

/**
 * Of what src takes values from, directly or through other files, the imports that pages cannot have: whatever is not
 * of the API's modules and platform, or the values of columns. So a file of theirs that a page needs is free of packages.
 */
function serverCode({ edges, outside }: Graph): string[] {
  const reached = new Set<string>();
  const follow = (file: string): string[] => {
    if (reached.has(file)) return [];
    reached.add(file);
    return [...edges, ...outside].flatMap(({ from, to, typeOnly }) => {
      if (from !== file || typeOnly) return [];
      if (/^(api\/(modules|platform)\/|db\/schema\/states\.ts$)/.test(to)) return follow(to);
      return [`${file} imports ${to}: pages take values from ${file}, so it must run in browsers`];
    });
  };
  return edges.flatMap(({ from, to, typeOnly }) =>
    !typeOnly && from.startsWith('src/') && !BUILD_ONLY.test(from) && to.startsWith('api/')
      ? follow(to)
      : [],
  );
}

/** Packages that an installation without development packages lacks. */
function developmentPackages({ outside }: Graph): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return outside.flatMap(({ from, to }) =>
    Object.keys(devDependencies).some((name) => to === name || to.startsWith(`${name}/`))
      ? `${from} → ${to}`
      : [],
  );
}

/** Imports between modules that point upwards or sideways, each with what to do instead. */
function wrongDirections(edges: Edge[]): string[] {
  const found = edges.flatMap((edge) => {
    const [from, to] = [moduleOf(edge.from), moduleOf(edge.to)];
    if (!from || !to || from === to) return [];
    if (rankOf(from) < 0) return [`${edge.from}: add the module ${from} to MODULE_ORDER`];
    return rankOf(to) < rankOf(from)
      ? []
      : [
          `${edge.from} imports ${edge.to}: ${from} comes before ${to}. Emit a domain event and ` +
            'subscribe to it in api/subscriptions.ts, or move what both need into the lower module',
        ];
  });
  return [...new Set(found)].sort();
}

function violations(edges: Edge[]): string[] {
  const found: string[] = [];
  for (const edge of edges) {
    const report = (why: string) => found.push(`${edge.from} imports ${edge.to}: ${why}`);
    for (const rule of RULES) {
      const match = rule.from.exec(edge.from);
      if (!match) continue;
      const allowed = [...rule.to, ...(edge.typeOnly ? (rule.types ?? []) : [])];
      const fits = (path: string) =>
        new RegExp(path.replaceAll('$1', match[1] ?? '')).test(edge.to);
      if (!allowed.some(fits)) report(rule.why);
    }
    for (const { why, to, from } of RESTRICTED) {
      if (to.test(edge.to) && !from.test(edge.from)) report(why);
    }
  }
  return [...new Set(found)];
}

let graph: Graph;
beforeAll(async () => {
  graph = await readGraph(ROOT);
});

test('every import follows the rules of its folder', () => {
  expect(violations(graph.edges)).toEqual([]);
});

test('a file of a feature that only the owner loads says so in its name', () => {
  const loadedBy = Map.groupBy(graph.edges, ({ to }) => to);
  const unnamed = [...loadedBy].filter(
    ([file, edges]) =>
      file.startsWith('src/features/') &&
      !OWNERS_FILE.test(file) &&
      edges.every(({ from }) => OWNERS_FILE.test(from)),
  );
  expect(unnamed.map(([file]) => file)).toEqual([]);
});

test('no file name of the browser code stands for two things', () => {
  const files = globSync('src/{admin,components,features,layouts,lib}/**/*.*', { cwd: ROOT });
  const twice = [...Map.groupBy(files, (file) => basename(file)).values()];
  expect(twice.filter(({ length }) => length > 1)).toEqual([]);
});

test('modules import only modules below them', () => {
  expect(wrongDirections(graph.edges)).toEqual([]);
});

test('no import cycle exists between files', () => {
  expect(graph.cycles).toEqual([]);
});

test('what pages take from the API imports nothing of the server, directly or through other files', () => {
  expect(serverCode(graph)).toEqual([]);
});

test('what runs in production imports no development package', () => {
  expect(developmentPackages(graph)).toEqual([]);
});

test('every source file is part of the graph, and every import leads to a file', () => {
  const seen = new Set(graph.edges.map((edge) => edge.from));
  expect(seen).toContain('src/pages/index.astro');
  expect(seen.size).toBeGreaterThan(100);
  const files = new Set(globSync('{api,db,src}/**/*.*', { cwd: ROOT }));
  expect(graph.edges.filter((edge) => !files.has(edge.to))).toEqual([]);
});

test('each rule refuses a file that breaks it', async () => {
  const forbidden: Record<string, string[]> = {
    'db/database.ts': ['../api/platform/clock.ts'],
    'api/platform/clock.ts': ['../modules/orders/rules.ts'],
    'api/razorpay-sandbox/pay.ts': ['../platform/clock.ts'],
    'api/modules/orders/rules.ts': ['./queries.ts'],
    'api/modules/orders/queries.ts': [
      'node:crypto',
      'kysely',
      '../../../db/database.ts',
      '../payments/rules.ts',
      '../../razorpay-sandbox/pay.ts',
      '../../app.ts',
    ],
    'api/modules/payments/rules.ts': [],
    'api/modules/unlisted/queries.ts': ['../orders/rules.ts'],
    'api/app.ts': ['yaml'],
    'src/features/orders/orders-store.ts': ['../../../db/database.ts', '../../lib/dev-catalog.ts'],
    'src/features/orders/Card.tsx': [
      '../../../api/modules/orders/rules.ts',
      '../../pages/index.ts',
      '../cv/draw-cv.ts',
      './OwnerOrder.tsx',
    ],
    'src/features/orders/OwnerOrder.tsx': [],
    'src/features/cv/draw-cv.ts': [],
    'src/components/Button.tsx': ['../lib/dev-catalog.ts', '../../api/modules/orders/rules.ts'],
    'src/lib/dev-catalog.ts': ['../features/orders/orders-store.ts'],
    'src/layouts/Page.ts': ['../features/orders/orders-store.ts'],
    'src/layouts/Frame.astro': ['../../api/modules/orders/rules.ts', 'yaml'],
    'src/admin/Dashboard.tsx': ['../layouts/Page.ts'],
    'src/pages/index.ts': ['../../api/app.ts'],
  };
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  for (const [file, paths] of Object.entries(forbidden)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    const imports = paths.map((path) => `import '${path}';\n`).join('');
    writeFileSync(
      join(root, file),
      file.endsWith('.astro') ? `---\n${imports}---\n` : `${imports}export {};\n`,
    );
  }
  for (const file of ['tsconfig.json', 'package.json']) cpSync(join(ROOT, file), join(root, file));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const bad = await readGraph(root);
  rmSync(root, { recursive: true });
  const found = violations(bad.edges).join('\n');
  for (const rule of [...RULES, ...RESTRICTED]) expect(found).toContain(rule.why);
  const directions = wrongDirections(bad.edges).join('\n');
  expect(directions).toContain('orders comes before payments');
  expect(directions).toContain('add the module unlisted');
  expect(bad.cycles.join()).toContain('orders');
  // Reached through the rules, which browser code imports.
  for (const name of ['db/database.ts', 'crypto', 'kysely']) {
    expect(serverCode(bad).join('\n')).toContain(`api/modules/orders/queries.ts imports ${name}: `);
  }
  expect(developmentPackages(bad).map((each) => each.split(' ')[0])).toEqual([
    'api/app.ts',
    'src/layouts/Frame.astro',
  ]);
});
