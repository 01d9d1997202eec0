import tokens from './tokens.css?raw';

type Theme = 'light' | 'dark';

/** A token's colour, for files that cannot use `var(--name)`. */
export function colourOf(name: string, theme: Theme): string {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\(([^,]+), ([^)]+)\\)`).exec(tokens) ?? [];
  const colour = theme === 'light' ? light : dark;
  if (!colour) throw new Error(`There is no colour ${name}.`);
  return colour;
}
