/** Whether this is a phone; unlike a media query it never makes the browser lay out the page. */
export const isPhone = (): boolean => screen.width < 640;
