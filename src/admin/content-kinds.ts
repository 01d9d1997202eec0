import { BookImage, Tags } from 'lucide-react';

/** The screens of each kind of content; `key` opens its list after G. */
export const CONTENT_KINDS = [
  {
    one: 'gig',
    many: 'gigs',
    path: '/desk/gigs',
    label: 'Gigs',
    item: 'Gig',
    key: 'g',
    icon: Tags,
  },
  {
    one: 'project',
    many: 'projects',
    path: '/desk/past-work',
    label: 'Past work',
    item: 'Past work',
    key: 'w',
    icon: BookImage,
  },
] as const;

type Kind = (typeof CONTENT_KINDS)[number];
export type ContentKindName = Kind['one'];

export const contentKind = (one: ContentKindName): Kind =>
  CONTENT_KINDS.find((kind) => kind.one === one) ?? CONTENT_KINDS[0];

type ListPaths = { [K in Kind as K['many']]: K['path'] };
type ItemPaths = { [K in Kind as K['one']]: `${K['path']}/:id` };

/** The addresses of the lists and of the editors. */
export const CONTENT_PATHS = Object.fromEntries(
  CONTENT_KINDS.flatMap(({ one, many, path }) => [
    [many, path],
    [one, `${path}/:id`],
  ]),
) as ListPaths & ItemPaths;
