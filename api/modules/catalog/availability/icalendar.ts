import { addDays } from './calendar-rules.ts';

/** An event of whole days, YYYY-MM-DD. */
export interface CalendarEvent {
  /** The same in every answer, so that a calendar moves the event instead of showing it twice. */
  uid: string;
  firstDay: string;
  lastDay: string;
  title: string;
  url?: string;
}

const MAX_OCTETS = 75;

/** A calendar as text/calendar (RFC 5545). */
export function toICalendar(name: string, events: readonly CalendarEvent[], now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${escapeText(name)}//EN`],
    ...[`X-WR-CALNAME:${escapeText(name)}`, 'X-PUBLISHED-TTL:PT1H'],
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(({ uid, firstDay, lastDay, title, url }) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `DTSTAMP:${stamp}`],
      `DTSTART;VALUE=DATE:${digitsOf(firstDay)}`,
      // The first day after the event.
      `DTEND;VALUE=DATE:${digitsOf(addDays(lastDay, 1))}`,
      ...[`SUMMARY:${escapeText(title)}`, 'TRANSP:TRANSPARENT'],
      ...(url ? [`URL:${url}`] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const digitsOf = (day: string): string => day.replaceAll('-', '');

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Continues a long line on the next one, which begins with a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > MAX_OCTETS) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
}
