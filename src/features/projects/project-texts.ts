import { rupees } from '../../lib/format.ts';

const CHARACTERS = 80;
const TAGS = 2;

export const textPreview = (text: string): string =>
  text.length <= CHARACTERS ? text : `${text.slice(0, CHARACTERS).trimEnd()}…`;

export const firstTags = (tech: string[]): string[] =>
  tech.length <= TAGS ? tech : [...tech.slice(0, TAGS), `+${tech.length - TAGS}`];

export const priceRange = ({ priceRange: { min, max } }: { priceRange: Range }): string =>
  `${rupees(min)}–${rupees(max)}`;

export const contactHref = (mailto: string, { title }: { title: string }): string =>
  `${mailto}?subject=${encodeURIComponent(`About “${title}”`)}`;

interface Range {
  min: number;
  max: number;
}
