import type { LegalBlock } from '../../../api/modules/legal/rules.ts';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';
import { NOT_COVERED, ORDER_STEPS, SECURITY_TOPICS } from '../security/topics.ts';
import { list, ofRichText, paragraphs, plain, section, table } from './markdown.ts';
import { itemLinks, links, offerLink, quoted, twin } from './twins.ts';

type Twin = (site: URL | undefined, catalog: CatalogReader) => Response;

/** By the name of the page. */
export const PAGE_TWINS: Record<string, Twin> = {
  index: (site, catalog) => {
    const { profile } = catalog;
    return twin(profile('name') || catalog.brand().studio, new URL('/', site), [
      plain(`${profile('role')} in ${profile('location')}. ${profile('sentence')}`),
      ...section('Packages', links(site, catalog.offers().map(offerLink))),
      ...section(
        'Work for clients',
        links(
          site,
          catalog
            .clientWork()
            .map(({ title, slug, result }) => [title, `/my-work/${slug}`, result] as const),
        ),
      ),
      ...section(
        'Skills',
        list(
          profile('skillGroups').map(({ title, skills }) =>
            plain(`${title}: ${skills.join(', ')}`),
          ),
        ),
      ),
      ...section(
        'Numbers',
        list(
          profile('counters').map(({ target, suffix, caption }) =>
            plain(`${target}${suffix} ${caption}`),
          ),
        ),
      ),
      ...section('What customers say', ...catalog.topReviews().map(quoted)),
      ...section(
        'More',
        links(site, [
          ['Past work', '/my-work'],
          ['About', '/seller'],
          ...catalog.sections().map(({ label, path }): [string, string] => [label, path]),
        ]),
      ),
    ]);
  },
  'my-work': (site, catalog) =>
    twin('What has been built, and what it took', new URL('/my-work', site), [
      links(site, itemLinks('/my-work', catalog.links('projects'))),
    ]),
  'my-gig': (site, catalog) =>
    twin('Fixed packages, written down', new URL('/my-gig', site), [
      links(site, catalog.offers('all').map(offerLink)),
    ]),
  seller: (site, catalog) => {
    const { profile } = catalog;
    return twin(profile('name'), new URL('/seller', site), [
      plain(`${profile('role')} in ${profile('location')}.`),
      ...profile('about').map(paragraphs),
      ...section(
        'Languages',
        list(profile('languages').map(({ name, level }) => plain(`${name}: ${level}`))),
      ),
      ...section('Skills', plain(profile('skills').join(', '))),
      ...section('Reviews', ...catalog.reviewWords().map(quoted)),
    ]);
  },
  security: (site) =>
    twin('What keeps your money and data safe', new URL('/security', site), [
      list(ORDER_STEPS.map(({ title, text }) => plain(`${title}: ${text}`))),
      ...SECURITY_TOPICS.flatMap(({ title, claims }) =>
        section(
          title,
          ...claims.map((claim) => plain(`${claim.title}. ${claim.text} ${claim.how}`)),
        ),
      ),
      ...section('Compliance, and what is not done', list(NOT_COVERED.map(plain))),
    ]),
  articles: (site, catalog) =>
    twin('Learned on the way, written down', new URL('/articles', site), [
      links(site, itemLinks('/articles', catalog.links('articles'))),
    ]),
};

function legalBlock(block: LegalBlock, page: URL): string {
  switch (block.kind) {
    case 'text':
      return plain(block.text);
    case 'html':
      return ofRichText(block.html, page);
    case 'list':
      return list(block.items.map(plain));
    case 'facts':
      return list(block.rows.map(([label, value]) => plain(`${label}: ${value}`)));
    case 'table':
      return table(
        block.head.map(plain),
        block.rows.map((row) => row.map(plain)),
      );
  }
}

export function legalTwin(path: string, site: URL | undefined, catalog: CatalogReader): Response {
  const page = catalog.legalPage(path);
  if (!page) return new Response(null, { status: 404 });
  const address = new URL(path, site);
  return twin(page.title, address, [
    page.lead && plain(page.lead),
    ...page.sections.flatMap(({ title, blocks }) => [
      ...(title ? [`## ${plain(title)}`] : []),
      ...blocks.map((block) => legalBlock(block, address)),
    ]),
  ]);
}
