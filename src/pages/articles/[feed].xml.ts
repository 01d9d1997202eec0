import type { APIRoute } from 'astro';
import { withAbsoluteLinks, withEntities } from '../../../api/modules/catalog/rich-text-rules.ts';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';

/** There is no feed until there is an article. */
export const paths = (catalog: CatalogReader) =>
  catalog.items('articles').length > 0 ? ['feed'] : [];

/** The newest articles as an Atom feed (RFC 4287). */
export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const articles = catalog.feed();
  const address = (path: string) => withEntities(new URL(path, site).href);
  const { studio } = catalog.brand();
  const updated = articles
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  const entries = articles.map(
    ({ _id, title, slug, date, text, updatedAt }) => `<entry>
<id>urn:uuid:${_id}</id>
<title>${withEntities(title)}</title>
<link rel="alternate" type="text/html" href="${address(`/articles/${slug}`)}"/>
<published>${date}T00:00:00Z</published>
<updated>${updatedAt}</updated>
<content type="html">${withEntities(withAbsoluteLinks(text, new URL(`/articles/${slug}`, site)))}</content>
</entry>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address('/articles')}</id>
<title>${withEntities(studio)}</title>
<link rel="alternate" type="text/html" href="${address('/articles')}"/>
<link rel="self" type="application/atom+xml" href="${address('/articles/feed.xml')}"/>
<updated>${updated}</updated>
<author><name>${withEntities(catalog.profile('name') || studio)}</name></author>
${entries.join('\n')}
</feed>
`,
    { headers: { 'Content-Type': 'application/atom+xml' } },
  );
};
