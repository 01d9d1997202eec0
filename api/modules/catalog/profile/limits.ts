/** The maximum number of each kind of entry in the profile. */
export const PROFILE_LIMITS = {
  paragraphs: 8,
  languages: 8,
  groups: 3,
  skillsInGroup: 12,
  skills: 60,
  counters: 3,
  links: 8,
  showcase: 12,
  tech: 8,
  overview: 4,
  templates: 20,
  heroIcons: 12,
  strip: 24,
  reviewPictures: 4,
  testimonials: 12,
  /** Characters of the logo's SVG. */
  logo: 20_000,
} as const;
