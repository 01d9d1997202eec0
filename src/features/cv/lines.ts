import type { WireGig } from '../../../api/gigs/present.ts';
import type { WireProject } from '../../../api/projects/present.ts';
import { profile } from '../../content/profile.ts';
import { sellerSkills } from '../../content/skills.ts';
import { calendarDay, duration } from '../../lib/format.ts';
import type { Line } from './pdf.ts';

const SHOWN = 6;

const heading = (text: string): Line => ({ text, size: 13, bold: true, above: 16 });
const body = (text: string): Line => ({ text, size: 10, above: 4 });
const fine = (text: string): Line => ({ text, size: 9, grey: true });

/** The CV, from the same texts the site shows. */
export function cvLines(gigs: WireGig[], projects: WireProject[]): Line[] {
  const languages = profile.languages.map(({ name, level }) => `${name} (${level})`).join(', ');
  return [
    { text: profile.name, size: 24, bold: true },
    { text: `${profile.role}. ${profile.tagline}.`, size: 12 },
    fine(`${profile.location} - ${profile.email} - ${languages}`),
    heading('Profile'),
    ...profile.about.map(body),
    heading('Skills'),
    body(sellerSkills.join(', ')),
    heading('Selected work'),
    ...projects
      .slice(0, SHOWN)
      .flatMap(({ title, type, tech, timeframe: { start, end } }) => [
        { ...body(title), bold: true },
        fine(`${type} - from ${calendarDay(start)}, ${duration(start, end)} - ${tech.join(', ')}`),
      ]),
    heading('Services'),
    ...gigs.map(({ title }) => body(title)),
  ];
}
