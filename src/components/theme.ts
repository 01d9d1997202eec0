/** Switches between light and dark; the script in HeadScripts.astro listens for this event. */
export const switchTheme = (): void => void dispatchEvent(new Event('switch-theme'));
