import { fileURLToPath } from 'node:url';

const dataDir = fileURLToPath(new URL('../../var/test', import.meta.url));
const file = `${dataDir}/app.db`;

/** The database and site that test apps copy. */
export const TEMPLATE = {
  dataDir,
  file,
  databaseUrl: `sqlite:${file}`,
  siteOrigin: 'http://localhost:3000',
};
