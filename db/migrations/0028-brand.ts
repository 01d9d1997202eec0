import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What was part of the program before, and is now the owner's to change. */
const BRAND = {
  brand: {
    studio: 'VY Studio',
    monogram: 'VY',
    logo: '',
    accent: { light: '#0f766e', dark: '#2dd4bf' },
    series: 'VY',
  },
  heroIcons: [
    ...['React', 'MongoDB', 'TypeScript', 'Docker', 'Next.js', 'Tailwind CSS'],
    ...['Node.js', 'JavaScript', 'Express.js', 'Git', 'Redux', 'HTML'],
  ],
  frameworks: [
    ...['React', 'Next.js', 'Astro', 'Node.js', 'Express', 'MongoDB'],
    ...['Tailwind CSS', 'TypeScript', 'Redux', 'Vite', 'Socket.IO', 'PostgreSQL'],
  ],
  deployment: [
    ...['Vercel', 'Netlify', 'Cloudflare', 'Docker', 'DigitalOcean', 'AWS'],
    ...['Render', 'Nginx', 'GitHub Actions', 'Railway', 'Linux', 'Let’s Encrypt'],
  ],
};

/**
 * A saved profile gets what the program had for every shop, so that pages, mails and numbers of receipts stay as they
 * are. A shop that offers something or has an order is open; every other one is closed until its owner opens it.
 */
export const brand: Migration = {
  async up(db) {
    const { rows } = await sql<{ version: number; body: string }>`
      select version, body from profiles`.execute(db);
    for (const { version, body } of rows) {
      const filled = JSON.stringify({ ...BRAND, ...JSON.parse(body) });
      await sql`update profiles set body = ${filled} where version = ${version}`.execute(db);
    }
    await sql`
      insert into settings (key, value)
      select 'shop', 'open' where exists (select 1 from gigs where status = 'published')
        or exists (select 1 from orders)`.execute(db);
  },
};
