// The former names of what database.ts exports.
export {
  type Database as Store,
  type Db,
  isStorageTrouble,
  isUniqueViolation,
  openDatabase as connect,
} from './database.ts';
