import type { ProjectDto } from '../../../api/modules/catalog/projects/kind.ts';
import type { ReviewWords } from '../../../api/modules/site/build/catalog-reader.ts';

interface Place {
  site: string;
  author: string;
  review: ReviewWords | undefined;
}

/** The page's structured data for search engines (schema.org). A review counts only from somebody who bought here. */
export function projectJsonLd(
  { title, slug, desc, result, type, tech, img, after, createdAt, updatedAt, liveLink }: ProjectDto,
  { site, author, review }: Place,
): object[] {
  const url = new URL(`/my-work/${slug}`, site).href;
  const pictures = new Set(
    [img, ...(after ? [after] : [])].flatMap((picture) => picture.url || []),
  );
  return [
    {
      '@type': 'CreativeWork',
      name: title,
      description: result ?? desc.slice(0, 300),
      ...(pictures.size > 0 ? { image: [...pictures].map((at) => new URL(at, site).href) } : {}),
      ...(type ? { genre: type } : {}),
      ...(tech.length > 0 ? { keywords: tech.join(', ') } : {}),
      ...(liveLink ? { sameAs: liveLink } : {}),
      datePublished: createdAt,
      ...(updatedAt ? { dateModified: updatedAt } : {}),
      author: { '@type': 'Person', '@id': `${site}#person`, name: author, url: site },
      ...(review?.verified ? { review: reviewOf(review) } : {}),
      mainEntityOfPage: url,
      url,
    },
  ];
}

const reviewOf = ({ user, createdAt, comment, rating }: ReviewWords) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: user.name },
  datePublished: createdAt.slice(0, 10),
  reviewBody: comment,
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
});
