import { z } from 'zod';
import type { PictureDto } from '../../../platform/files/dto.ts';
import { singleLineText } from '../../../platform/http/text-schema.ts';
import type { ContentKind, StoredDraft, StoredItem } from '../content/kind.ts';
import { type ShownPicture, withPictures } from '../content/pictures.ts';
import { formerSlugs, picture, reference, richText, slug } from '../fields.ts';
import { sanitizeRichText } from '../rich-text.ts';
import { BLANK_ARTICLE } from './rules.ts';

const DAY = 'Please choose a day.';

const articleBody = z.object({
  title: singleLineText('Please give the article a title.', 120),
  slug,
  formerSlugs,
  /** Empty: the day on which it was first saved. */
  date: z.union([z.literal(''), z.iso.date(DAY)], DAY),
  text: richText('Please write the article.', 60_000),
  picture: picture.nullable(),
  /** What the reader may look at next. */
  projectId: reference,
  gigId: reference,
});

export type ArticleBody = z.output<typeof articleBody>;
type StoredArticle = StoredItem<ArticleBody>;

const dayOf = ({ body, created_at = new Date().toISOString() }: StoredDraft<StoredArticle>) =>
  body.date || created_at.slice(0, 10);

/** An article for visitors. One that is written for the first time has no address yet. */
function toArticleDto(article: StoredDraft<StoredArticle>, shown: ShownPicture | null | undefined) {
  const { id, body, updated_at } = article;
  const { _id, ...img } = shown ?? { _id: '' };
  const date = dayOf(article);
  // The owner may give a later day than that of the last save.
  const [updatedAt = ''] = [updated_at ?? new Date().toISOString(), `${date}T00:00:00.000Z`]
    .sort()
    .reverse();
  return {
    _id: id,
    title: body.title,
    slug: body.slug || id,
    ...(body.formerSlugs.length > 0 ? { formerSlugs: body.formerSlugs } : {}),
    date,
    text: sanitizeRichText(body.text),
    ...(shown ? { picture: img as PictureDto } : {}),
    ...(body.projectId ? { projectId: body.projectId } : {}),
    ...(body.gigId ? { gigId: body.gigId } : {}),
    updatedAt,
  };
}

export type ArticleDto = ReturnType<typeof toArticleDto>;

export const articleKind = {
  one: 'article',
  many: 'articles',
  table: 'content_items',
  blank: BLANK_ARTICLE as ArticleBody,
  schema: articleBody,
  words: {
    audit: { a: 'an article', all: 'the articles' },
    inFile: 'Article',
    count: ['article', 'articles'],
  },
  file: { key: 'articles', most: 500 },
  pageOf: ({ _id, slug = _id }) => `/articles/${slug}`,
  section: {
    path: '/articles',
    label: 'Articles',
    about: 'what was learned on the way',
    feed: '/articles/feed.xml',
  },
  /** The newest first. */
  async toDtos(db, articles) {
    const shown = await withPictures(
      db,
      articles.map(({ body }) => ({ picture: body.picture })),
    );
    return articles
      .map((article, at) => toArticleDto(article, shown[at]?.picture))
      .sort((a, b) => b.date.localeCompare(a.date));
  },
  summaryOf: (article) => ({ date: dayOf(article) }),
} as const satisfies ContentKind<ArticleBody, ArticleDto, StoredArticle>;
