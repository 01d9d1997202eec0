/** The languages in which code is coloured, by the name in the class of its block. */
export const CODE_LANGUAGES = {
  ts: 'TypeScript',
  tsx: 'TSX',
  js: 'JavaScript',
  css: 'CSS',
  html: 'HTML',
  json: 'JSON',
  bash: 'Shell',
  sql: 'SQL',
  python: 'Python',
} as const;

export type CodeLanguage = keyof typeof CODE_LANGUAGES;

export const isCodeLanguage = (name: string): name is CodeLanguage =>
  Object.hasOwn(CODE_LANGUAGES, name);
