import {
  address,
  blankForm,
  columns,
  date,
  picture,
  reference,
  rich,
  section,
  text,
} from '../content/form-rules.ts';

export const ARTICLE_FORM = [
  section('Article', '', [text('title', 'Title'), rich('text', 'Text')]),
  section('Picture', '', [picture('picture')]),
  columns('Date and address', [
    date('date', 'Date', 'Empty: the day it was first saved.'),
    address('/articles/'),
  ]),
  columns('At the end', [
    reference('projectId', 'Past work that belongs to it', ['projects', 'No past work']),
    reference('gigId', 'Package', ['gigs', 'No package']),
  ]),
];

/** A new article; also what a stored one holds in a field that it lacks. */
export const BLANK_ARTICLE: unknown = { ...blankForm(ARTICLE_FORM), formerSlugs: [] };
