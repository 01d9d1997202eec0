import { profile } from '../content/profile.ts';
import { cvLines } from '../features/cv/lines.ts';
import { pdf } from '../features/cv/pdf.ts';
import { catalogue } from '../lib/catalogue.ts';

export const GET = async () => {
  const { gigs, projects } = await catalogue();
  return new Response(pdf(`CV of ${profile.name}`, cvLines(gigs, projects)), {
    headers: { 'Content-Type': 'application/pdf' },
  });
};
