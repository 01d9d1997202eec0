import { gigPath, pricesOf } from '../../../api/modules/catalog/gigs/rules.ts';
import { ownPagePath } from '../../../api/modules/legal/rules.ts';
import type {
  CatalogReader,
  Offer,
  ReviewWords,
} from '../../../api/modules/site/build/catalog-reader.ts';
import { pluralize } from '../../lib/format.ts';
import { twinOf } from '../nav/twin-addresses.ts';
import { link, plain } from './markdown.ts';

/** The names of the owner's own legal pages, such as an imprint. */
export const ownPages = (catalog: CatalogReader): string[] =>
  catalog
    .legalPages()
    .filter(({ path }) => path.startsWith(ownPagePath('')))
    .map(({ path }) => path.slice(ownPagePath('').length));

/** The answer with a twin: its title, where the page is, and its blocks. */
export const twin = (title: string, page: URL, blocks: readonly (string | undefined | false)[]) =>
  new Response(
    `${[`# ${plain(title)}`, `Page: ${page.href}`, ...blocks].filter(Boolean).join('\n\n')}\n`,
    { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } },
  );

type Linked = readonly [title: string, path: string, note?: string | undefined];

/** A list of links to twins. */
export const links = (site: URL | undefined, items: readonly Linked[]): string =>
  items
    .map(([title, path, note]) =>
      [`- ${link(title, new URL(twinOf(path), site).href)}`, note && plain(note)]
        .filter(Boolean)
        .join(': '),
    )
    .join('\n');

/** A gig with its price and days, or why it cannot be ordered. */
export const offerLink = ({ slug, title, prices, days = 0, unavailable }: Offer): Linked => [
  title,
  gigPath({ slug }),
  prices ? `from ${pricesOf(prices)} in ${pluralize(days, 'day')}` : unavailable,
];

type Items = ReturnType<CatalogReader['links']>;

/** Past work or articles, with the line on each. */
export const itemLinks = (under: string, items: Items): Linked[] =>
  items.map(({ title, slug, note }) => [title, `${under}/${slug}`, note]);

export const quoted = ({ comment, rating, user, createdAt }: ReviewWords): string =>
  `> ${plain(comment)}\n>\n> ${plain(user.name)}, ${rating} of 5, ${createdAt.slice(0, 10)}`;
