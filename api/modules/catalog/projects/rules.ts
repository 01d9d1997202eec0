import type { ProjectBody } from './schema.ts';

/** A new project. A stored project without a field, because an older program saved it, is read with the value here. */
export const BLANK_PROJECT: ProjectBody = {
  title: '',
  slug: '',
  formerSlugs: [],
  desc: '',
  result: '',
  problem: '',
  parts: [],
  beforeAfter: { before: null, after: null },
  figures: [],
  type: '',
  tech: [],
  priceRange: null,
  timeframe: null,
  picture: null,
  liveLink: '',
  reviewId: '',
  gigId: '',
  client: '',
  quotation: '',
  orderId: '',
};

export const MAX_PARTS = 12;
export const MAX_FIGURES = 6;
