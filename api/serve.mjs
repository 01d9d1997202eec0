// Starts the app with Node's compile cache: after the first start nothing is compiled, and the TypeScript
// compiler (18 MB) is not loaded.
import '../db/require-node-version.mjs';
import { fileURLToPath } from 'node:url';

// Not a static import: an older Node has no such function and would fail before the sentence about its version.
const { enableCompileCache } = await import('node:module');
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
await import('./main.ts');
