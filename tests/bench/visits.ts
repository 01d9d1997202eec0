// A month of visits whose kinds are known, beside what the owner reads: `node tests/bench/visits.ts [visits]`, 10,000 by
// default, and as many invented campaigns on one day. Prints what was sent, what was left out, and any difference.
import { isDeepStrictEqual } from 'node:util';
import { playMonth } from '../support/month-of-visits.ts';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();
const { sent, wanted, found } = await playMonth(app, Number(process.argv[2] ?? 10_000));
const rows = await app.server.services.store.db.selectFrom('visits').selectAll().execute();
await app.close();

for (const isCounted of [true, false]) {
  console.log(isCounted ? 'Counted' : '\nLeft out');
  for (const [what, each] of sent)
    if (each.isCounted === isCounted) console.log(`${String(each.count).padStart(8)} ${what}`);
}
const only = (list: { name: string; count: number }[]) =>
  list.map(({ name, count }) => ({ name, count }));
const shown: typeof wanted = {
  ...{ series: found.series, sources: found.sources, way: found.way },
  ...{ pages: only(found.pages), orderPages: only(found.orderPages) },
};
console.log(`\n${rows.length} rows are stored, the longest name ${longest()} characters.`);
for (const part of ['series', 'pages', 'sources', 'orderPages', 'way'] as const) {
  const isSame = isDeepStrictEqual(shown[part], wanted[part]);
  console.log(`${part.padEnd(12)} ${isSame ? '✓' : '✗ the script knows, the owner reads'}`);
  if (!isSame) console.log(wanted[part], shown[part]);
}
console.log(shown.sources, shown.way);

function longest(): number {
  return Math.max(...rows.map(({ name }) => name.length));
}
