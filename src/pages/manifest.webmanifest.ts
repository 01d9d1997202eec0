import type { APIRoute } from 'astro';
import { colourOf } from '../styles/colours.ts';

const manifestOf = (studio: string, name: string, description: string) => ({
  name: name === studio ? studio : `${studio}, ${name}`,
  short_name: studio,
  description,
  start_url: '/',
  display: 'standalone',
  background_color: colourOf('background', 'dark'),
  theme_color: colourOf('background', 'dark'),
  icons: [
    { src: '/img/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/img/icon-512.png', sizes: '512x512', type: 'image/png' },
  ],
});

export const GET: APIRoute = ({ locals: { catalog } }) => {
  const manifest = manifestOf(
    catalog.brand().studio,
    catalog.profile('name'),
    catalog.profile('sentence'),
  );
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
};
