import { markSheet } from '../ui/marks.ts';

export const GET = () =>
  new Response(markSheet(), { headers: { 'Content-Type': 'image/svg+xml' } });
