import { isoDay, reviewDate } from './format.ts';

const FORMATS: Record<string, (iso: string) => string> = { day: isoDay, minute: reviewDate };

// Pages are built with the seller's time zone; this shows their dates in the viewer's.
for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
  const text = FORMATS[element.dataset['local'] ?? '']?.(element.dateTime);
  if (text && element.textContent !== text) element.textContent = text;
}
