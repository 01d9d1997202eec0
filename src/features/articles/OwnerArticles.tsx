import type { ArticleBody } from '../../../api/modules/catalog/articles/kind.ts';
import { BLANK_ARTICLE } from '../../../api/modules/catalog/articles/rules.ts';
import type { WithPictures } from '../../../api/modules/catalog/content/pictures.ts';
import { createContentStore } from '../../admin/edit/content-store.ts';
import { ItemList } from '../../admin/edit/ItemList.tsx';
import { adminApi } from '../../admin/requests.ts';
import { plainDate } from '../../lib/format.ts';

export type ArticleForm = WithPictures<ArticleBody>;

export const articleStore = createContentStore(adminApi.articles, {
  one: 'article',
  many: 'articles',
  blank: BLANK_ARTICLE as ArticleForm,
});

const NEWEST_FIRST = {
  by: ({ date }: { date: string }) => date,
  note: 'The newest first, as visitors see them.',
};

export const OwnerArticles = () => (
  <ItemList
    kind="article"
    store={articleStore}
    sorted={NEWEST_FIRST}
    note={({ date }) => plainDate(`${date}T00:00`)}
  />
);
