import { brandIconSheet } from '../components/brand-icons.ts';

export const GET = () =>
  new Response(brandIconSheet(), { headers: { 'Content-Type': 'image/svg+xml' } });
