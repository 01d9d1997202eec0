import type { APIRoute } from 'astro';
import { listedPages } from '../features/nav/twin-addresses.ts';
import { itemLinks, links, offerLink } from '../features/twins/twins.ts';

const ITEMS = 100;

/** A short summary of the site for language models (llmstxt.org). */
export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const { profile } = catalog;
  if (!catalog.isOpen()) return new Response(`# ${catalog.brand().studio}\n\n> Opens soon.\n`);
  const articles = catalog.links('articles').slice(0, ITEMS);
  return new Response(
    [
      `# ${catalog.brand().studio}`,
      '',
      `> ${profile('name')}, ${profile('role')} in ${profile('location')}. ${profile('sentence')}`,
      '',
      'Each link is a page in Markdown; without .md it is the page for people.',
      '',
      '## Services',
      '',
      links(site, catalog.offers().map(offerLink)),
      '',
      '## Past work',
      '',
      links(site, itemLinks('/my-work', catalog.links('projects').slice(0, ITEMS))),
      ...(articles.length > 0
        ? ['', '## Articles', '', links(site, itemLinks('/articles', articles))]
        : []),
      '',
      '## More',
      '',
      links(
        site,
        listedPages(catalog).map(({ label, path, about }) => [label, path, about]),
      ),
      '',
    ].join('\n'),
  );
};
