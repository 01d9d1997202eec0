import { drawCv } from '../features/cv/draw-cv.ts';
import { catalogue } from '../lib/catalog.ts';

export const GET = async () => {
  const { gigs, projects } = await catalogue();
  return new Response(new Uint8Array(await drawCv(gigs, projects)), {
    headers: { 'Content-Type': 'application/pdf' },
  });
};
