import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import type { Tx } from '../../../../db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { KINDS } from '../../catalog/content/kinds.ts';
import { mapLinks } from '../../catalog/rich-text-rules.ts';
import type { LegalBlock } from '../../legal/rules.ts';
import { findRecipient, insertNotification } from '../../notifications/queries.ts';
import type { FileSource } from '../releases/release-folder.ts';
import type { DeadLink } from '../rules.ts';
import { deadLinksMessage } from '../texts.ts';
import { type CatalogReader, createCatalogReader } from './catalog-reader.ts';
import type { Catalog } from './catalog-snapshot.ts';
import type { CompiledSite } from './render-pages.ts';
import { addressOf, isServed, MEDIA } from './validate-release.ts';

/** The catalog for pages; in its texts a link to what is gone is plain text, so that no sentence stops a release. */
export async function openCatalog(
  db: Db,
  catalog: Catalog,
  { site, assets }: { site: Pick<CompiledSite, 'paths'>; assets: Pick<FileSource, 'files'> },
  origin: string,
): Promise<{ reader: CatalogReader; deadLinks: DeadLink[] }> {
  const reader = createCatalogReader(catalog);
  const addresses = new Set([
    ...Object.keys(assets.files).map(addressOf),
    ...site.paths(reader),
    ...reader.redirects().map(({ from }) => from),
  ]);
  const asked = new Set<string>();
  mapTexts(catalog, origin, (path) => Boolean(asked.add(path)));
  for (const path of await listMedia(db, [...asked])) addresses.add(path);
  const deadLinks: DeadLink[] = [];
  const isThere = (path: string, link: DeadLink) => {
    const isLive = MEDIA.test(path) ? addresses.has(path) : isServed(path, addresses);
    if (!isLive) deadLinks.push(link);
    return isLive;
  };
  return { reader: createCatalogReader(mapTexts(catalog, origin, isThere)), deadLinks };
}

/** Those of these addresses that are of stored pictures. */
async function listMedia(db: Db, paths: readonly string[]): Promise<string[]> {
  const hashOf = (path: string) => MEDIA.exec(path)?.[1] ?? '';
  const hashes = paths.map(hashOf).filter(Boolean);
  if (hashes.length === 0) return [];
  const rows = await db.selectFrom('media').select('hash').where('hash', 'in', hashes).execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  return paths.filter((path) => stored.has(hashOf(path)));
}

/** The catalog with its rich texts, without their links to addresses of this site that are not there. */
function mapTexts(
  catalog: Catalog,
  origin: string,
  isThere: (path: string, link: DeadLink) => boolean,
): Catalog {
  const without = (html: string, title: string, page: string) =>
    mapLinks(html, (href) => {
      if (href.startsWith('#')) return href;
      const url = URL.parse(href, new URL(page, origin));
      const isOurs = !url || url.origin === new URL(origin).origin;
      return !isOurs || isThere(url?.pathname ?? '', { title, href }) ? href : null;
    });
  const { gigs, projects, articles, legal } = catalog;
  return {
    ...catalog,
    gigs: gigs.map((gig) => ({
      ...gig,
      description: without(gig.description, gig.title, KINDS.gigs.pageOf(gig)),
    })),
    projects: projects.map(({ parts, ...project }) => ({
      ...project,
      ...(parts && {
        parts: parts.map(({ text, ...part }) => ({
          text: without(text, project.title, KINDS.projects.pageOf(project)),
          ...part,
        })),
      }),
    })),
    articles: articles.map((article) => ({
      ...article,
      text: without(article.text, article.title, KINDS.articles.pageOf(article)),
    })),
    legal: legal.map((page) => ({
      ...page,
      sections: page.sections.map((section) => ({
        ...section,
        blocks: section.blocks.map(
          (block): LegalBlock =>
            block.kind === 'html'
              ? { kind: 'html', html: without(block.html, page.title, page.path) }
              : block,
        ),
      })),
    })),
  };
}

const TOLD = 'dead links';

/** Tells the owner of the dead links of what visitors see, each once while it is there. */
export async function tellDeadLinks(tx: Tx, links: readonly DeadLink[]): Promise<void> {
  await lockName(tx, TOLD);
  const told = (await readSetting(tx, TOLD)) ?? '[]';
  const now = JSON.stringify(links);
  if (now === told) return;
  await storeSetting(tx, TOLD, now);
  const known = (JSON.parse(told) as DeadLink[]).map((link) => JSON.stringify(link));
  const news = links.filter((link) => !known.includes(JSON.stringify(link)));
  const owner = await findRecipient(tx, 'owner', 'order');
  if (news.length === 0 || !owner?.preference.inApp) return;
  await insertNotification(tx, {
    ...{ id: newId(), user_id: owner.id, type: 'order', message: deadLinksMessage(news) },
    ...{ live: null, order_id: null, conversation_id: null, created_at: new Date().toISOString() },
  });
}
