import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { moduleOf, rankOf } from './module-order.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Where SQL reads a table of a later module all the same, and why. */
const EXCEPTIONS: Record<string, string> = {
  'api/modules/orders/queries.ts: quotes of quotes':
    'whether an order was made from a quote decides in the statements that count held days and list orders',
  'api/modules/chat/conversations.ts: quotes of quotes':
    'the list of conversations says which have an open quote',
  'api/modules/chat/questions.ts: quotes of quotes':
    'one statement counts the open questions of a buyer, and a quote answers a question',
};

/** Files of db/schema without a table of a module. */
const SHARED = ['columns', 'platform', 'states'];

const parse = (file: string, text: string) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** Which module each table belongs to: a file of db/schema has the tables of the module of its name. */
function readOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of globSync('db/schema/*.ts', { cwd: ROOT })) {
    visit(parse(file, readFileSync(join(ROOT, file), 'utf8')), (node) => {
      if (!ts.isInterfaceDeclaration(node) || !node.name.text.endsWith('Tables')) return;
      for (const { name } of node.members)
        if (name) owners.set(name.getText(), basename(file, '.ts'));
    });
  }
  return owners;
}

const OWNERS = readOwners();

/** Kysely's methods whose first argument is a table, several, or `table as alias`. */
const OF_TABLES =
  /^((selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|using|table)|(inner|left|right|full|cross)(Lateral)?Join|lockRow)$/;
const IN_SQL = /\b(?:from|join|into|update)\s+"?(\w+)/gi;

/** The tables that a file's SQL names. */
function tablesIn(file: string, text: string): string[] {
  const found: string[] = [];
  visit(parse(file, text), (node) => {
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      if (!OF_TABLES.test(called.getText())) return;
      const values = given.flatMap((each) =>
        ts.isArrayLiteralExpression(each) ? [...each.elements] : [each],
      );
      for (const value of values)
        if (ts.isStringLiteralLike(value)) found.push(value.text.split(' ')[0] ?? '');
    } else if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      for (const [, table = ''] of node.template.getText().matchAll(IN_SQL)) found.push(table);
    }
  });
  return [...new Set(found)].filter((name) => OWNERS.has(name));
}

/** The tables of later modules that this file's SQL names; platform comes before all modules. */
function readsUpwards(file: string, text: string): string[] {
  const module = moduleOf(file);
  const rank = module ? rankOf(module) : -1;
  return tablesIn(file, text).flatMap((table) => {
    const owner = OWNERS.get(table) ?? '';
    if (owner === module || rankOf(owner) < rank || SHARED.includes(owner)) return [];
    return [`${file}: ${table} of ${owner}`];
  });
}

test('every table belongs to the module that its file in db/schema is named after', () => {
  expect(OWNERS.get('orders')).toBe('orders');
  const names = new Set(OWNERS.values());
  expect([...names].filter((name) => rankOf(name) < 0 && !SHARED.includes(name))).toEqual([]);
});

test('SQL names tables of its own module and of those below it', () => {
  const files = globSync('api/{modules,platform}/**/*.ts', { cwd: ROOT });
  const found = files.flatMap((file) => readsUpwards(file, readFileSync(join(ROOT, file), 'utf8')));
  // Ask the module whose table it is: it exports a query to those above it, and serves those below
  // through an event (api/subscriptions.ts) or its personal-data.ts.
  expect(found.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test('a table of a later module is found in every form of SQL', () => {
  const file = 'api/modules/accounts/queries.ts';
  const forms = [
    "db.selectFrom('orders').selectAll()",
    "db.selectFrom(['users', 'orders as o']).selectAll()",
    "db.insertInto('orders').values(row)",
    "db.updateTable('orders').set(row)",
    "db.deleteFrom('orders')",
    "db.selectFrom('users').innerJoin('orders as o', 'o.buyer_id', 'users.id')",
    "db.selectFrom('users').leftJoin('orders', 'buyer_id', 'users.id')",
    "exists(selectFrom('orders').select('id'))",
    "lockRow(tx, 'orders', id)",
    'sql`select 1 from orders`',
    'sql<boolean>`exists (select 1 from users join orders on true)`',
    "sql.table('orders')",
  ];
  const misses = forms.filter((code) => readsUpwards(file, code).length !== 1);
  expect(misses).toEqual([]);
  expect(readsUpwards(file, "db.selectFrom('reviews')")).toEqual([`${file}: reviews of reviews`]);
  // Siblings, too, and the platform, which knows no module.
  expect(readsUpwards('api/modules/chat/queries.ts', "db.selectFrom('reviews')")).toHaveLength(1);
  expect(readsUpwards('api/platform/clock.ts', "db.selectFrom('users')")).toHaveLength(1);
  expect(readsUpwards('api/modules/site/rules.ts', "db.selectFrom('users')")).toEqual([]);
  expect(readsUpwards(file, "db.selectFrom('settings')")).toEqual([]);
});
