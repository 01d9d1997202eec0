import { BookImage, Newspaper, Tags } from 'lucide-react';

/** The screens of each kind of content; `key` opens its list after G, `page` is its list for visitors, `words` as in the list of screens. */
export const CONTENT_KINDS = [
  {
    one: 'gig',
    many: 'gigs',
    path: '/desk/gigs',
    page: '/my-gig',
    label: 'Gigs',
    words: 'service package price pricing dollar usd offer product extra question',
    item: 'Gig',
    key: 'g',
    icon: Tags,
  },
  {
    one: 'project',
    many: 'projects',
    path: '/desk/past-work',
    page: '/my-work',
    label: 'Past work',
    words: 'project portfolio case study showcase example picture',
    item: 'Past work',
    key: 'w',
    icon: BookImage,
  },
  {
    one: 'article',
    many: 'articles',
    path: '/desk/articles',
    page: '/articles',
    label: 'Articles',
    words: 'blog post writing news',
    item: 'Article',
    key: 'y',
    icon: Newspaper,
  },
] as const;

export type ContentKind = (typeof CONTENT_KINDS)[number];
export type ContentKindName = ContentKind['one'];

export const contentKind = (one: ContentKindName): ContentKind =>
  CONTENT_KINDS.find((kind) => kind.one === one) ?? CONTENT_KINDS[0];
