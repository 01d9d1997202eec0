import type { APIRoute } from 'astro';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';

/** There is no feed until there is an article. */
export const paths = (catalog: CatalogReader) =>
  catalog.items('articles').length > 0 ? ['feed'] : [];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The newest articles as an Atom feed (RFC 4287). */
export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const articles = catalog.feed();
  const address = (path: string) => xml(new URL(path, site).href);
  const { studio } = catalog.brand();
  const updated = articles
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  const entries = articles.map(
    ({ _id, title, slug, date, text, updatedAt }) => `<entry>
<id>urn:uuid:${_id}</id>
<title>${xml(title)}</title>
<link rel="alternate" type="text/html" href="${address(`/articles/${slug}`)}"/>
<published>${date}T00:00:00Z</published>
<updated>${updatedAt}</updated>
<content type="html">${xml(text)}</content>
</entry>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address('/articles')}</id>
<title>${xml(studio)}</title>
<link rel="alternate" type="text/html" href="${address('/articles')}"/>
<link rel="self" type="application/atom+xml" href="${address('/articles/feed.xml')}"/>
<updated>${updated}</updated>
<author><name>${xml(catalog.profile('name') || studio)}</name></author>
${entries.join('\n')}
</feed>
`,
    { headers: { 'Content-Type': 'application/atom+xml' } },
  );
};
