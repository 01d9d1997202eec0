import { isoDay, reviewDate } from './format.ts';

const FORMATS: Record<string, (iso: string) => string> = { day: isoDay, minute: reviewDate };

// Pages are built in the seller's zone; their dates are then shown in the viewer's.
for (const place of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
  const text = FORMATS[place.dataset['local'] ?? '']?.(place.dateTime);
  if (text && place.textContent !== text) place.textContent = text;
}
