// Opens the shop with what Node prepared of its modules last time: after the first start nothing is
// compiled, and the compiler for TypeScript (18 MB) stays out of memory.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
await import('./main.ts');
