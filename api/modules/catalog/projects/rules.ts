import type { ProjectBody } from './schema.ts';

/** A new project. A stored project without a field, because an older program saved it, is read with the value here. */
export const BLANK_PROJECT: ProjectBody = {
  title: '',
  desc: '',
  type: '',
  tech: [],
  priceRange: null,
  timeframe: null,
  picture: null,
  liveLink: '',
};
