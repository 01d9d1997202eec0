import type { ChosenPicture } from '../content/picture-rules.ts';

/** A new article. A stored one without a field, because an older program saved it, is read with the value here. */
export const BLANK_ARTICLE = {
  title: '',
  slug: '',
  formerSlugs: [] as string[],
  date: '',
  text: '',
  picture: null as ChosenPicture | null,
  projectId: '',
  gigId: '',
};
