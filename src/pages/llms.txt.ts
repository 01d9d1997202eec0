import type { APIRoute } from 'astro';
import { pricesOf } from '../../api/modules/catalog/gigs/rules.ts';
import { pluralize } from '../lib/format.ts';

/** A short summary of the site for language models (llmstxt.org). */
export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const { profile } = catalog;
  if (!catalog.isOpen()) return new Response(`# ${catalog.brand().studio}\n\n> Opens soon.\n`);
  const link = (title: string, path: string, text: string) =>
    `- [${title}](${new URL(path, site)}): ${text}`;
  return new Response(
    [
      `# ${catalog.brand().studio}`,
      '',
      `> ${profile('name')}, ${profile('role')} in ${profile('location')}. ${profile('sentence')}`,
      '',
      '## Services',
      '',
      ...catalog
        .offers()
        .map(({ id, title, prices, unavailable }) =>
          link(
            title,
            `/my-gig/${id}`,
            prices ? `from ${pricesOf(prices)}` : unavailable.toLowerCase(),
          ),
        ),
      '',
      '## More',
      '',
      link('Services', '/my-gig', `all ${pluralize(catalog.gigCount(), 'package')}`),
      link('Past work', '/my-work', 'projects with cost range and duration'),
      ...catalog.sections().map(({ label, path, about }) => link(label, path, about)),
      link('About', '/seller', 'skills, rating and all reviews'),
      link('Security', '/security', 'how payments, data and accounts are protected'),
      ...catalog.legalPages().map(({ path, title }) => `- [${title}](${new URL(path, site)})`),
      '',
    ].join('\n'),
  );
};
