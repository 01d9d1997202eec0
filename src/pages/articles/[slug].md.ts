import type { APIRoute } from 'astro';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';
import { ofRichText, plain } from '../../features/twins/markdown.ts';
import { links, offerLink, twin } from '../../features/twins/twins.ts';

export const paths = (catalog: CatalogReader) => catalog.items('articles').map(({ slug }) => slug);

export const GET: APIRoute = ({ site, params: { slug }, locals: { catalog } }) => {
  const article = catalog.words(`articles/${slug}`);
  if (!article) return new Response(null, { status: 404 });
  const { title, date, text, picture, projectId, gigId } = article;
  const work = projectId ? catalog.link(`projects/${projectId}`) : undefined;
  const offer = gigId ? catalog.offer(gigId) : undefined;
  const page = new URL(`/articles/${slug}`, site);
  return twin(title, page, [
    date,
    picture && `Picture: ${plain(picture.alt)}`,
    ofRichText(text, page),
    work && links(site, [[work.title, work.path]]),
    offer && links(site, [offerLink(offer)]),
  ]);
};
