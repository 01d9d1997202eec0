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
import { CUSTOM_ICONS } from './custom-brand-icons.ts';

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
