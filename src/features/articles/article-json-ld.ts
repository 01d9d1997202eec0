import type { ArticleDto } from '../../../api/modules/catalog/articles/kind.ts';
import { beginningOf } from '../../../api/modules/catalog/rich-text-rules.ts';

/** The page's structured data for search engines (schema.org). */
export function articleJsonLd(
  { title, slug, date, text, picture, updatedAt }: ArticleDto,
  { site, author }: { site: string; author: string },
): object[] {
  const url = new URL(`/articles/${slug}`, site).href;
  return [
    {
      '@type': 'BlogPosting',
      headline: title,
      description: beginningOf(text),
      ...(picture && { image: new URL(picture.url, site).href }),
      datePublished: date,
      dateModified: updatedAt,
      author: { '@type': 'Person', '@id': `${site}#person`, name: author, url: site },
      mainEntityOfPage: url,
      url,
    },
  ];
}
