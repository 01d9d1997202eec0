import type { APIRoute } from 'astro';
import { drawCv } from '../features/cv/draw-cv.ts';

export const GET: APIRoute = async ({ locals: { catalog } }) => {
  const drawing = await drawCv(catalog);
  return new Response(new Uint8Array(drawing), {
    headers: { 'Content-Type': 'application/pdf' },
  });
};
