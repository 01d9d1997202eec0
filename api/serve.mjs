// Starts the app with Node's compile cache: after the first start nothing is compiled, and the TypeScript
// compiler (18 MB) is not loaded.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
await import('./main.ts');
