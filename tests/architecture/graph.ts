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
  /** Imports of packages and of what Node has: `to` is the name as it is written. */
  outside: Edge[];
  /** Import cycles, not counting type-only imports. */
  cycles: string[];
}

const OURS = ['api', 'db', 'src'];

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
        ],
      },
    },
  );
  if (typeof output === 'string') throw new Error(output);
  const edges = [...typescriptEdges(output), ...astroEdges(root)];
  const isOurs = ({ to }: Edge) => OURS.some((folder) => to.startsWith(`${folder}/`));
  return {
    edges: edges.filter(isOurs),
    outside: edges.filter((edge) => !isOurs(edge)),
    cycles: output.summary.violations.flatMap(({ from, cycle }) =>
      cycle ? `${from} → ${cycle.map((each) => each.name).join(' → ')}` : [],
    ),
  };
}

const typescriptEdges = ({ modules }: ICruiseResult): Edge[] =>
  modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ module, resolved, dependencyTypes }) => ({
      from: source,
      to: module.startsWith('.') ? resolved : module,
      typeOnly: dependencyTypes.includes('type-only'),
    })),
  );

const IMPORT = /^\s*import\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/** Imports of the frontmatter and of the scripts of .astro files. */
const astroEdges = (root: string): Edge[] =>
  globSync('src/**/*.astro', { cwd: root }).flatMap((file) => {
    const from = file.replaceAll('\\', '/');
    const text = readFileSync(posix.join(root, from), 'utf8');
    return [...text.matchAll(IMPORT)].map(([, type, path = '']) => ({
      from,
      to: path.startsWith('.') ? posix.join(posix.dirname(from), path.replace(/\?.*$/, '')) : path,
      typeOnly: type !== undefined,
    }));
  });
