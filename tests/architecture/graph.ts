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
  return {
    edges: [...typescriptEdges(output), ...astroEdges(root)],
    cycles: output.summary.violations.map(
      ({ from, cycle = [] }) => `${from} → ${cycle.map((each) => each.name).join(' → ')}`,
    ),
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

const IMPORT = /^\s*import\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm;

/** Imports of the frontmatter and of the scripts of .astro files. */
function astroEdges(root: string): Edge[] {
  return globSync('src/**/*.astro', { cwd: root }).flatMap((file) => {
    const from = file.replaceAll('\\', '/');
    const text = readFileSync(posix.join(root, from), 'utf8');
    return [...text.matchAll(IMPORT)].map(([, type, path = '']) => ({
      from,
      to: posix.join(posix.dirname(from), path.replace(/\?.*$/, '')),
      typeOnly: type !== undefined,
    }));
  });
}
