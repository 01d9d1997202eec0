import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The source files, in order of their dependencies. */
const PARTS = [
  'styles',
  'dom',
  'calls',
  'fields',
  'frame',
  'views',
  'options',
  'dialog',
  'razorpay',
];

/** Builds checkout.js from its TypeScript parts: one plain script, no bundler needed. */
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

/** Suppresses the warning that a function is experimental in Node 24, a pinned version. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
