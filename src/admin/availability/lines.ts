import type { Calendar } from '../../../api/modules/catalog/availability/calendar-rules.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** '2027-01-26 Republic Day', one a line. */
export const holidaysToText = (holidays: Calendar['holidays']): string =>
  holidays.map(({ day, name }) => `${day} ${name}`).join('\n');

export const holidaysOf = (text: string): Calendar['holidays'] =>
  linesOf(text).map((line) => {
    const [day = '', ...name] = line.split(/\s+/);
    return { day, name: name.join(' ') || 'Holiday' };
  });

/** '2026-12-20 to 2026-12-31', one a line; a single day stands alone. */
export const timeOffToText = (timeOff: Calendar['timeOff']): string =>
  timeOff.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join('\n');

export const timeOffOf = (text: string): Calendar['timeOff'] =>
  linesOf(text).map((line) => {
    const [from = '', to = from] = line.split(' to ').map((day) => day.trim());
    return { from, to };
  });
