import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Builds checkout.js of the dialog's page and its TypeScript: one plain script, no bundler needed. */
export function buildScript(): string {
  const read = (name: string) => readFileSync(new URL(`checkout/${name}`, import.meta.url), 'utf8');
  const parts = ['options.ts', 'dialog.ts'].map((name) =>
    quietly(() => stripTypeScriptTypes(read(name)))
      .replace(/^import [^;]*;$/gm, '')
      .replace(/^export /gm, '')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n'),
  );
  const page = JSON.stringify(read('dialog.html').replace(/\n\s*/g, '\n'));
  return `(() => {\n'use strict';\nconst PAGE = ${page};\n${parts.join('\n')}})();\n`;
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
