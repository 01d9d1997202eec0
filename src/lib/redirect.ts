let isLeaving = false;

/** Replaces this page. Only the first call counts: a second one would abort the navigation that is under way. */
export function redirect(href: string): void {
  if (isLeaving) return;
  isLeaving = true;
  location.replace(href);
}
