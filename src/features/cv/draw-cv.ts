import type { GigDto } from '../../../api/modules/catalog/gigs/dto.ts';
import type { ProjectDto } from '../../../api/modules/catalog/projects/dto.ts';
import { COLOR, MARGIN, PdfDocument } from '../../../api/platform/pdf.ts';
import { profile } from '../../content/profile.ts';
import { sellerSkills } from '../../content/skills.ts';
import { calendarDay, duration } from '../../lib/format.ts';

const PROJECTS = 6;

/** The CV as a PDF, from the same texts as the site. */
export function drawCv(gigs: GigDto[], projects: ProjectDto[]): Promise<Buffer> {
  const pdf = new PdfDocument({ title: `CV of ${profile.name}`, author: profile.name });
  const languages = profile.languages.map(({ name, level }) => `${name} (${level})`).join(', ');
  let y = pdf.write(profile.name, MARGIN, MARGIN, { size: 24, weight: 'strong' });
  y = pdf.write(`${profile.role}. ${profile.tagline}.`, MARGIN, y, { size: 12 });

  const heading = (text: string) => {
    y = pdf.write(text, MARGIN, y + 14, { size: 13, weight: 'strong', color: COLOR.ink });
  };
  const body = (text: string, weight: 'regular' | 'strong' = 'regular') => {
    y = pdf.write(text, MARGIN, y + 3, { size: 10, weight });
  };
  const fine = (text: string) => {
    y = pdf.write(text, MARGIN, y, { size: 9, color: COLOR.muted });
  };

  fine(`${profile.location} · ${profile.email} · ${languages}`);
  heading('Profile');
  for (const text of profile.about) body(text);
  heading('Skills');
  body(sellerSkills.join(', '));
  heading('Selected work');
  for (const { title, type, tech, timeframe } of projects.slice(0, PROJECTS)) {
    const { start, end } = timeframe;
    body(title, 'strong');
    fine(`${type} · from ${calendarDay(start)}, ${duration(start, end)} · ${tech.join(', ')}`);
  }
  heading('Services');
  for (const { title } of gigs) body(title);
  return pdf.end();
}
