import type { APIRoute } from 'astro';

const PRIVATE = [
  '/orders',
  '/profile',
  '/settings',
  '/notifications',
  '/process-payment',
  '/one-rupee',
  '/desk',
];

/** The crawlers of language models, by the names that their makers publish. */
const MODELS = [
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'Google-Extended',
  'Applebot-Extended',
  'PerplexityBot',
  'Perplexity-User',
  'meta-externalagent',
  'Amazonbot',
  'Bytespider',
  'CCBot',
];

export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const hidden = catalog.isOpen() ? [...PRIVATE, '/api/'] : ['/'];
  return new Response(
    [
      ...(catalog.profile('hiddenFromModels')
        ? [...MODELS.map((name) => `User-agent: ${name}`), 'Disallow: /', '']
        : []),
      'User-agent: *',
      ...hidden.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap.xml', site)}`,
      '',
    ].join('\n'),
  );
};
