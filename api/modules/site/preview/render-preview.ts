import { type Db, openDatabase } from '../../../../db/database.ts';
import type { FileStore } from '../../../../db/files/file-store.ts';
import { readPictureBytes } from '../../../platform/files/queries.ts';
import type { ContentKind, StoredDraft, StoredItem } from '../../catalog/content/kind.ts';
import { KINDS, MANY } from '../../catalog/content/kinds.ts';
import { findItem } from '../../catalog/content/queries.ts';
import { toPublicProfile } from '../../catalog/profile/read-profile.ts';
import { readLegalPages } from '../../legal/legal-pages.ts';
import { openCompiledSite, type SiteToPublish } from '../build/build-release.ts';
import { type BuildTarget, openPictures } from '../build/build-target.ts';
import { type Catalog, readCatalog } from '../build/catalog-snapshot.ts';
import { openCatalog } from '../build/live-links.ts';
import { readChangeCounts } from '../publish/change-counters.ts';
import { type Manifest, manifestFile, readManifest } from '../releases/release-folder.ts';
import { currentName } from '../releases/rendered-site.ts';
import type { Draft } from './routes.ts';

const UNTITLED = 'Untitled';

let opened: { db: Db; files: FileStore; site: Promise<SiteToPublish> } | null = null;
let saved: { counts: string; catalog: Catalog } | null = null;

/**
 * The page of a draft, put into what is saved. Pages and catalog are kept, so that a preview of the next keystroke takes as
 * long as rendering one page.
 */
export async function renderPreview(target: BuildTarget, draft: Draft): Promise<string> {
  const { db, files, site } = open(target);
  const { catalog, path } = await withDraft(db, await readSaved(db), draft);
  const opened = await site;
  const { site: compiled } = opened;
  const locals = {
    catalog: (await openCatalog(db, catalog, opened, target.siteOrigin)).reader,
    pictureBytes: (url: string) => readPictureBytes({ store: { db }, files }, url),
  };
  const answer = await compiled.render(path, locals);
  if (!answer.ok) throw new Error(`${path} answers with ${answer.status}.`);
  const drawn = (path: string, etag: string | undefined) =>
    compiled.render(path, { ...locals, etag });
  return withOwnPictures(await answer.text(), publishedPages(target.dataDir), drawn);
}

const DRAWN = /\/img\/(?:portrait\.webp|icon-512\.png|logo-(?:light|dark)\.png)/g;
const drawings = new Map<string, { etag: string; address: string }>();

/** Logo and portrait have the same address before and after a change: what is not published yet becomes part of the page. */
async function withOwnPictures(
  html: string,
  published: Manifest['pages'],
  draw: (path: string, etag: string | undefined) => Promise<Response>,
): Promise<string> {
  let page = html;
  for (const path of new Set(html.match(DRAWN))) {
    const etag = published[path]?.etag;
    const answer = await draw(path, drawings.get(path)?.etag ?? etag);
    if (answer.ok) {
      const bytes = Buffer.from(await answer.arrayBuffer()).toString('base64');
      const address = `data:${answer.headers.get('content-type')};base64,${bytes}`;
      drawings.set(path, { etag: answer.headers.get('etag') ?? '', address });
    }
    const drawn = drawings.get(path);
    if (drawn && drawn.etag !== etag) page = page.replaceAll(path, drawn.address);
  }
  return page;
}

let release: { name: string | null; pages: Manifest['pages'] } | null = null;

/** The pages of the release that visitors see; the manifest is large, so it is read once. */
function publishedPages(dataDir: string): Manifest['pages'] {
  const name = currentName(dataDir);
  if (release?.name !== name)
    release = { name, pages: readManifest(manifestFile(dataDir, name ?? ''))?.pages ?? {} };
  return release.pages;
}

function open(target: BuildTarget) {
  opened ??= {
    db: openDatabase(target.databaseUrl, { poolSize: 1 }).db,
    files: openPictures(target),
    site: openCompiledSite(target, { log() {} }),
  };
  return opened;
}

/** The catalog with what the owner has saved, as an open shop shows it; read again only when something in it has changed. */
async function readSaved(db: Db): Promise<Catalog> {
  const counts = JSON.stringify(await readChangeCounts(db));
  if (saved?.counts !== counts)
    saved = { counts, catalog: { ...(await readCatalog(db)), open: true } };
  return saved.catalog;
}

/** The catalog with the draft in it, and the page that shows the draft. */
async function withDraft(
  db: Db,
  catalog: Catalog,
  draft: Draft,
): Promise<{ catalog: Catalog; path: string }> {
  if (!('id' in draft)) {
    const path = draft.page;
    if (draft.kind === 'saved') return { catalog, path };
    if (draft.kind === 'legal')
      return { catalog: { ...catalog, legal: await readLegalPages(db, draft.body) }, path };
    return { catalog: { ...catalog, profile: await toPublicProfile(db, draft.body) }, path };
  }
  const many = MANY.find((each) => KINDS[each].one === draft.kind);
  const kind: ContentKind | undefined = many && KINDS[many];
  const [item] = kind ? await toDtos(db, kind, draft) : [];
  if (!many || !kind || !item) throw new Error(`There is no page of ${draft.kind}.`);
  return {
    catalog: { ...catalog, [many]: put(catalog[many], item) },
    path: draft.page ?? kind.pageOf(item),
  };
}

/** What is written, as visitors would see it, with the ratings and dates of what is saved. */
async function toDtos(
  db: Db,
  kind: ContentKind,
  { id, body }: { id: string; body: object },
): Promise<{ _id: string; title: string }[]> {
  const saved = await findItem<StoredItem<ContentKind['blank']>>(db, kind, id);
  const whole = { ...kind.blank, ...body };
  const draft: StoredDraft<StoredItem<ContentKind['blank']>> = {
    ...saved,
    id,
    body: { ...whole, title: whole.title || UNTITLED },
  };
  return kind.toDtos(db, [draft]);
}

/** Replaces the item; one that visitors do not see yet is the last. */
const put = <T extends { _id: string }>(items: readonly T[], item: T): T[] =>
  items.some(({ _id }) => _id === item._id)
    ? items.map((each) => (each._id === item._id ? item : each))
    : [...items, item];
