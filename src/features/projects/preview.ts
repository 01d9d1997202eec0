const CHARACTERS = 80;
const TAGS = 2;

export const preview = (text: string): string =>
  text.length <= CHARACTERS ? text : `${text.slice(0, CHARACTERS).trimEnd()}…`;

export const firstTags = (tech: string[]): string[] =>
  tech.length <= TAGS ? tech : [...tech.slice(0, TAGS), `+${tech.length - TAGS}`];
