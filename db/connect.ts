// The names that importers use until they are renamed together; the module is database.ts.
export {
  type Database as Store,
  type Db,
  isStorageTrouble,
  isUniqueViolation,
  openDatabase as connect,
} from './database.ts';
