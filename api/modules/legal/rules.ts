import { withoutEntities } from '../catalog/rich-text-rules.ts';
/** The pages that every shop has, in the order of their links. */
export const LEGAL_PAGES = [
  { slug: 'terms', title: 'Terms' },
  { slug: 'privacy', title: 'Privacy' },
  { slug: 'refunds', title: 'Refunds and cancellation' },
  { slug: 'delivery', title: 'Delivery' },
  { slug: 'contact', title: 'Contact and complaints' },
] as const;

export type LegalSlug = (typeof LEGAL_PAGES)[number]['slug'];

export type LegalBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  /** Sanitized rich text of the owner. */
  | { kind: 'html'; html: string };

export interface LegalSection {
  title: string;
  blocks: LegalBlock[];
}

export interface LegalPage {
  path: string;
  title: string;
  /** One sentence under the title, also the description for search engines. */
  lead: string;
  sections: LegalSection[];
}

export const ownPagePath = (slug: string): string => `/legal/${slug}`;

/** All pages as one text, for who wants to read or keep a version. */
export const asPlainText = (pages: LegalPage[]): string =>
  pages
    .map(({ title, lead, sections }) =>
      [
        `${title}\n${'='.repeat(title.length)}`,
        lead,
        ...sections.flatMap((section) => [
          ...(section.title ? [`${section.title}\n${'-'.repeat(section.title.length)}`] : []),
          ...section.blocks.map(blockText),
        ]),
      ].join('\n\n'),
    )
    .join('\n\n\n');

function blockText(block: LegalBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'table':
      return block.rows
        .map((cells) => cells.map((cell, at) => `${block.head[at]}: ${cell}`).join('; '))
        .join('\n');
    case 'html':
      return htmlText(block.html);
  }
}

/** The words of sanitized rich text, with the addresses of its links. */
export const htmlText = (html: string): string =>
  withoutEntities(
    html
      .replace(/<a href="([^"<>]*)">([^<>]*)<\/a>/g, '$2 ($1)')
      .replace(/<li>/g, '- ')
      .replace(/<br \/>|<\/(?:p|pre|h2|h3|h4|li|ul|ol)>/g, '\n')
      .replace(/<[^<>]*>/g, ''),
  ).trim();
