import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** In the order in which they need each other. */
const PARTS = [
  'styles',
  'dom',
  'calls',
  'fields',
  'frame',
  'views',
  'options',
  'sheet',
  'razorpay',
];

/** checkout.js from its TypeScript parts: one plain script, no bundler needed. */
export function buildScript(): string {
  const parts = PARTS.map((name) => {
    const source = readFileSync(new URL(`checkout/${name}.ts`, import.meta.url), 'utf8');
    return quietly(() => stripTypeScriptTypes(source))
      .replace(/^import [^;]*;$/gm, '')
      .replace(/^export /gm, '')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n');
  });
  return `(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

/** Node 24 still calls the function experimental, once per process; that is known and pinned. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
