import {
  type SimpleIcon,
  siAstro,
  siBootstrap,
  siC,
  siCloudflare,
  siCplusplus,
  siCss,
  siDigitalocean,
  siDocker,
  siExpress,
  siGit,
  siGithub,
  siGithubactions,
  siHtml5,
  siInstagram,
  siJavascript,
  siLeetcode,
  siLetsencrypt,
  siLinux,
  siMongodb,
  siNetlify,
  siNextdotjs,
  siNginx,
  siNodedotjs,
  siPostgresql,
  siPostman,
  siPython,
  siRailway,
  siReact,
  siRedux,
  siRender,
  siSass,
  siSocketdotio,
  siTailwindcss,
  siTypescript,
  siVercel,
  siVite,
  siWordpress,
} from 'simple-icons';

/** Icons that simple-icons had to remove, as they were in its last release that had them. */
const CUSTOM_ICONS: Record<string, { path: string; hex: string }> = {
  'VS Code': {
    hex: '#007ACC',
    path: 'M23.15 2.587 18.21.21a1.494 1.494 0 0 0-1.705.29l-9.46 8.63-4.12-3.128a.999.999 0 0 0-1.276.057L.327 7.261A1 1 0 0 0 .326 8.74L3.899 12 .326 15.26a1 1 0 0 0 .001 1.479L1.65 17.94a.999.999 0 0 0 1.276.057l4.12-3.128 9.46 8.63a1.492 1.492 0 0 0 1.704.29l4.942-2.377A1.5 1.5 0 0 0 24 20.06V3.939a1.5 1.5 0 0 0-.85-1.352zm-5.146 14.861L10.826 12l7.178-5.448v10.896z',
  },
  LinkedIn: {
    hex: '#0A66C2',
    path: 'M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433a2.062 2.062 0 0 1-2.063-2.065 2.064 2.064 0 1 1 2.063 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z',
  },
};

interface BrandIcon {
  path: string;
  hex: string;
}

const BRANDS: Record<string, SimpleIcon> = {
  'C++': siCplusplus,
  C: siC,
  Python: siPython,
  JavaScript: siJavascript,
  TypeScript: siTypescript,
  HTML: siHtml5,
  CSS: siCss,
  React: siReact,
  'Node.js': siNodedotjs,
  Express: siExpress,
  'Express.js': siExpress,
  Bootstrap: siBootstrap,
  SCSS: siSass,
  Tailwind: siTailwindcss,
  'Tailwind CSS': siTailwindcss,
  Github: siGithub,
  GitHub: siGithub,
  Git: siGit,
  Vercel: siVercel,
  Postman: siPostman,
  MongoDB: siMongodb,
  'Next.js': siNextdotjs,
  Astro: siAstro,
  Redux: siRedux,
  Vite: siVite,
  'Socket.IO': siSocketdotio,
  PostgreSQL: siPostgresql,
  Docker: siDocker,
  Netlify: siNetlify,
  Cloudflare: siCloudflare,
  DigitalOcean: siDigitalocean,
  Render: siRender,
  Nginx: siNginx,
  'GitHub Actions': siGithubactions,
  Railway: siRailway,
  Linux: siLinux,
  'Let’s Encrypt': siLetsencrypt,
  WordPress: siWordpress,
  LeetCode: siLeetcode,
  Instagram: siInstagram,
};

/** A brand's icon in a 24 × 24 view box; undefined when neither simple-icons nor CUSTOM_ICONS has it. */
export function brandIconOf(name: string): BrandIcon | undefined {
  const brand = BRANDS[name];
  return brand ? { path: brand.path, hex: `#${brand.hex}` } : CUSTOM_ICONS[name];
}

export const brandIconId = (name: string): string =>
  (BRANDS[name]?.slug ?? name).replace(/\W/g, '').toLowerCase();

/** An SVG sprite of all icons, for <use href="/brand-icons.svg#…">. */
export function brandIconSheet(): string {
  const symbols = new Map<string, string>();
  for (const name of [...Object.keys(BRANDS), ...Object.keys(CUSTOM_ICONS)]) {
    const icon = brandIconOf(name);
    if (!icon) continue;
    const id = brandIconId(name);
    symbols.set(id, `<symbol id="${id}" viewBox="0 0 24 24"><path d="${icon.path}"/></symbol>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg">${[...symbols.values()].join('')}</svg>`;
}
