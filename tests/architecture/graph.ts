import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

/** An import of one file by another; a `typeOnly` import does not exist at run time. */
export interface Edge {
  from: string;
  to: string;
  typeOnly: boolean;
}

export interface Graph {
  edges: Edge[];
  /** Import cycles, not counting type-only imports. */
  cycles: string[];
  /** Imports of packages that an installation without development packages lacks. */
  development: string[];
}

const OURS = ['api', 'db', 'src'];
const DEVELOPMENT = 'no development package';

/** Who imports whom below `root`: TypeScript by dependency-cruiser, which cannot read .astro. */
export async function readGraph(root: string): Promise<Graph> {
  const { output } = await cruise(
    OURS.filter((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }).length > 0),
    {
      baseDir: root,
      doNotFollow: { path: 'node_modules' },
      // Type-only imports too, which are labelled; 'specify' would compile every file as well.
      tsPreCompilationDeps: true,
      validate: true,
      ruleSet: {
        forbidden: [
          {
            name: 'no circle',
            severity: 'error',
            from: {},
            to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
          },
          {
            name: DEVELOPMENT,
            severity: 'error',
            from: {},
            to: { dependencyTypes: ['npm-dev'] },
          },
        ],
      },
    },
  );
  if (typeof output === 'string') throw new Error(output);
  return {
    edges: [...typescriptEdges(output), ...astroEdges(root)],
    cycles: output.summary.violations.flatMap(({ from, cycle }) =>
      cycle ? `${from} → ${cycle.map((each) => each.name).join(' → ')}` : [],
    ),
    development: [
      ...output.summary.violations.flatMap(({ rule, from, to }) =>
        rule.name === DEVELOPMENT ? `${from} → ${to}` : [],
      ),
      ...developmentImportsOfAstro(root),
    ],
  };
}

function typescriptEdges({ modules }: ICruiseResult): Edge[] {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => OURS.some((folder) => resolved.startsWith(`${folder}/`)))
      .map(({ resolved, dependencyTypes }) => ({
        from: source,
        to: resolved,
        typeOnly: dependencyTypes.includes('type-only'),
      })),
  );
}

const IMPORT = /^\s*import\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/** Imports of the frontmatter and of the scripts of .astro files. */
const astroImports = (root: string) =>
  globSync('src/**/*.astro', { cwd: root }).flatMap((file) => {
    const from = file.replaceAll('\\', '/');
    const text = readFileSync(posix.join(root, from), 'utf8');
    return [...text.matchAll(IMPORT)].map(([, type, path = '']) => ({
      from,
      path,
      typeOnly: type !== undefined,
    }));
  });

const astroEdges = (root: string): Edge[] =>
  astroImports(root).flatMap(({ from, path, typeOnly }) =>
    path.startsWith('.')
      ? { from, to: posix.join(posix.dirname(from), path.replace(/\?.*$/, '')), typeOnly }
      : [],
  );

function developmentImportsOfAstro(root: string): string[] {
  const { devDependencies } = JSON.parse(readFileSync(posix.join(root, 'package.json'), 'utf8'));
  return astroImports(root).flatMap(({ from, path }) =>
    Object.keys(devDependencies).some((name) => path === name || path.startsWith(`${name}/`))
      ? `${from} → ${path}`
      : [],
  );
}
