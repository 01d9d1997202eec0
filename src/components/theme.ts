/** Light becomes dark and dark light; what runs first on each page (FirstThings.astro) does it. */
export const switchTheme = (): void => void dispatchEvent(new Event('switch-theme'));
