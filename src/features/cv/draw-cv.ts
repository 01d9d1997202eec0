import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';
import { COLOR, MARGIN, PdfDocument } from '../../../api/platform/pdf.ts';
import { calendarDay, duration } from '../../lib/format.ts';

/** The CV as a PDF, from the same texts as the site. */
export function drawCv({ profile, ...catalog }: CatalogReader): Promise<Buffer> {
  const { gigs, projects } = catalog.cv();
  const color = catalog.brand().accent.light;
  const createdAt = catalog.firstOfMonth();
  const name = profile('name');
  const pdf = new PdfDocument({ title: `CV of ${name}`, author: name, createdAt });
  const languages = profile('languages')
    .map(({ name, level }) => `${name} (${level})`)
    .join(', ');
  let y = pdf.write(name, MARGIN, MARGIN, { size: 24, weight: 'strong' });
  y = pdf.write(
    [profile('role'), profile('tagline')]
      .filter(Boolean)
      .map((text) => `${text}.`)
      .join(' '),
    MARGIN,
    y,
    { size: 12 },
  );

  const heading = (text: string) => {
    y = pdf.write(text, MARGIN, y + 14, { size: 13, weight: 'strong', color });
  };
  const body = (text: string, weight: 'regular' | 'strong' = 'regular') => {
    y = pdf.write(text, MARGIN, y + 3, { size: 10, weight });
  };
  const fine = (text: string) => {
    y = pdf.write(text, MARGIN, y, { size: 9, color: COLOR.muted });
  };

  fine([profile('location'), profile('email'), languages].filter(Boolean).join(' · '));
  if (profile('about').length > 0) heading('Profile');
  for (const text of profile('about')) body(text);
  const skills = profile('skills').join(', ');
  if (skills) heading('Skills');
  if (skills) body(skills);
  if (projects.length > 0) heading('Selected work');
  for (const { title, type, tech, timeframe } of projects) {
    body(title, 'strong');
    const when =
      timeframe &&
      `from ${calendarDay(timeframe.start)}, ${duration(timeframe.start, timeframe.end)}`;
    fine([type, when, tech.join(', ')].filter(Boolean).join(' · '));
  }
  if (gigs.length > 0) heading('Services');
  for (const title of gigs) body(title);
  return pdf.end();
}
