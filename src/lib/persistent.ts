import {
  persistentAtom,
  persistentMap,
  setPersistentEngine,
  windowPersistentEvents,
} from '@nanostores/persistent';
import { browserStorage } from './storage.ts';

// The library reads and writes keys as properties.
const engine = new Proxy<Record<string, string>>(
  {},
  {
    has: (_, key) => browserStorage.get(String(key)) !== null,
    get: (_, key) => browserStorage.get(String(key)) ?? undefined,
    set: (_, key, value) => {
      browserStorage.set(String(key), String(value));
      return true;
    },
    deleteProperty: (_, key) => {
      browserStorage.remove(String(key));
      return true;
    },
    ownKeys: () => browserStorage.keys(),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);

if (typeof window !== 'undefined') setPersistentEngine(engine, windowPersistentEvents);

export { persistentAtom, persistentMap };
