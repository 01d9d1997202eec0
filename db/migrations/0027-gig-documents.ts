import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { alterTable, columnTypes } from './columns.ts';

interface Row {
  [column: string]: unknown;
  gig_id: string;
}

const rupees = (paise: unknown): number => Number(paise) / 100;

/**
 * A gig is one JSON document in the format of the owner's form. Packages, extras, questions and pictures move into it
 * with their ids, and their tables go. Prices in it are rupees.
 */
export const gigDocuments: Migration = {
  async up(db) {
    const rowsByGig = async (table: string) => {
      const { rows } = await sql<Row>`
        select * from ${sql.table(table)} order by gig_id, position`.execute(db);
      return Map.groupBy(rows, ({ gig_id }) => gig_id);
    };
    const plans = await rowsByGig('plans');
    const extras = await rowsByGig('extras');
    const faqs = await rowsByGig('faqs');
    const pictures = await rowsByGig('gig_pictures');
    const { rows: gigs } = await sql<Record<string, string>>`select * from gigs`.execute(db);

    await alterTable(db, 'gigs')
      .addColumn('body', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    for (const { id = '', title, description_html, technologies = '[]' } of gigs) {
      const body = {
        title,
        description: description_html,
        technologies: JSON.parse(technologies),
        pictures: (pictures.get(id) ?? []).map((row) => ({
          _id: row['picture_id'],
          alt: row['alt'],
        })),
        PricingPlans: (plans.get(id) ?? []).map((row) => ({
          _id: row['id'],
          planType: row['plan_type'],
          title: row['title'],
          price: rupees(row['price']),
          shortDescription: row['short_description'],
          deliveryDays: row['delivery_days'],
          revisionCount: row['revision_count'],
          features: JSON.parse(String(row['features'])),
        })),
        extraFeatures: (extras.get(id) ?? []).map((row) => ({
          _id: row['id'],
          name: row['name'],
          description: row['description'],
          price: rupees(row['price']),
        })),
        FAQ: (faqs.get(id) ?? []).map(({ question, answer }) => ({ question, answer })),
      };
      await sql`update gigs set body = ${JSON.stringify(body)} where id = ${id}`.execute(db);
    }

    for (const table of ['plans', 'extras', 'faqs', 'gig_pictures']) {
      await db.schema.dropTable(table).execute();
    }
    for (const column of ['title', 'description_html', 'technologies']) {
      await alterTable(db, 'gigs').dropColumn(column).execute();
    }
    // SQLite can add only columns that are calculated when they are read, PostgreSQL 14 only stored ones.
    const isSqlite = columnTypes(db).money === 'integer';
    await alterTable(db, 'gigs')
      .addColumn('title', 'text', (column) =>
        isSqlite
          ? column.generatedAlwaysAs(sql`(json_extract(body, '$.title'))`)
          : column.generatedAlwaysAs(sql`((body::jsonb) ->> 'title')`).stored(),
      )
      .execute();
  },
};
