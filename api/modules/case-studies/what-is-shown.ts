import type { Db } from '../../../db/database.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import type { Subscriber } from '../../platform/events.ts';
import type { PictureDto } from '../../platform/files/dto.ts';
import { hashInUrl } from '../../platform/files/queries.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { picturesIn } from '../catalog/content/picture-rules.ts';
import { NO_PICTURE, type ProjectDto } from '../catalog/projects/kind.ts';
import { isShort, type Name, namesOf } from './name-rules.ts';
import { listDrafted, readConsent, readConsents, rememberNames } from './queries.ts';
import { type CaseStudy, namesShown, partsRefused, withoutParts } from './rules.ts';
import { PICTURE_OF_ORDER, refusalOf } from './texts.ts';

/** How many other texts are asked whether a name is a word. */
const MAX_COMPARED = 20;

export interface Naming {
  /** What names the client in this project. */
  names: Name[];
  /** Those of them that can be taken out of a text. */
  replaced: Name[];
  /** What stands in it and may be a name or an ordinary word: too short, or written like one. */
  unclear: string[];
}

/** Which of what a client is called names the client in this project. */
export async function namingIn(
  db: Db,
  project: CaseStudy,
  { orderId, texts }: { orderId: string; texts: readonly string[] },
): Promise<Naming> {
  const all = namesOf([...texts, project.client ?? '']);
  const small = namesOf(texts.filter((text) => text === text.toLowerCase())).map(String);
  const words = new Set<Name>();
  const unclear = new Set<Name>();
  for (const { name, isSmall } of namesShown({ ...project, client: '' }, all)) {
    if (isShort(name) || (isSmall && !small.includes(String(name)))) unclear.add(name);
    if (name.length > 1 || words.has(name) || !(await isUsedElsewhere(db, name, orderId))) continue;
    words.add(name);
    unclear.add(name);
  }
  return {
    names: all.filter((name) => !words.has(name)),
    replaced: all.filter((name) => !unclear.has(name) && !isShort(name)),
    unclear: [...unclear].map((name) => name.join(' ')),
  };
}

/** Whether other content of the shop has this word in small letters. */
async function isUsedElsewhere(db: Db, name: Name, orderId: string): Promise<boolean> {
  const pattern = `%${escapeLike(name.join(' '))}%`;
  const queries = (['gigs', 'profiles', 'content_items'] as const).map((table) =>
    db
      .selectFrom(table as 'gigs')
      .select('body')
      .where(matchesLike('body', pattern))
      .where('body', 'not like', `%${orderId}%`)
      .limit(MAX_COMPARED)
      .execute(),
  );
  const rows = (await Promise.all(queries)).flat();
  return rows.some(({ body }) =>
    namesShown(JSON.parse(body), [name]).some(({ isSmall }) => isSmall),
  );
}

/** Refuses to save content as published that shows more of an order than its client allows. */
export const requireAgreed: Subscriber<{ kind: string; body: object }> = async (
  tx,
  _,
  { kind, body },
) => {
  const project: CaseStudy = kind === 'project' ? body : {};
  const { orderId = '' } = project;
  const shown = new Set(picturesIn(body).map(({ _id }) => _id));
  const drafted = await listDrafted(tx);
  if (drafted.some(({ ids, orderId: of }) => of !== orderId && ids.some((id) => shown.has(id))))
    throw new ApiError(409, PICTURE_OF_ORDER);
  if (!orderId) return;
  const consent = await readConsent(tx, orderId);
  const { names } = await namingIn(tx, project, { orderId, texts: consent.names });
  const refused = partsRefused(project, consent, names);
  if (refused.length > 0) throw new ApiError(409, refusalOf(refused, consent));
  await rememberNames(tx, orderId, [project.client ?? '']);
};

/**
 * The projects of a release with what their clients allow today, whatever was allowed when it was made. Everything that pages
 * show of case studies goes through here, so that a part that was taken back comes back by no release.
 */
async function withAgreedParts(db: Db, projects: readonly ProjectDto[]): Promise<ProjectDto[]> {
  const consentOf = await readConsents(
    db,
    projects.flatMap(({ orderId }) => orderId ?? []),
  );
  const shown: ProjectDto[] = [];
  for (const project of projects) {
    const { orderId, _id: id } = project;
    if (!orderId) {
      shown.push(project);
      continue;
    }
    const consent = consentOf(orderId);
    const given = { orderId, texts: consent.names };
    const { names, replaced, unclear } = await namingIn(db, project, given);
    const taken = partsRefused(project, consent, names);
    // The owner has saved it since, and says that the word is no name.
    const isUnclear = unclear.length > 0 && project.updatedAt <= consent.namelessSince;
    const isNameless = !consent.allowed.includes('name');
    const isOffline = isNameless && (isUnclear || (taken.includes('name') && unclear.length > 0));
    if (isOffline || taken.includes('text')) continue;
    shown.push(withoutParts(project, { taken, names: replaced, blank: { img: NO_PICTURE }, id }));
  }
  return shown;
}

interface Content {
  projects: ProjectDto[];
}

/**
 * What a release shows, with what clients allow today: parts of case studies, and no picture of an order anywhere but in
 * its case study. A picture that is stored no more was taken back.
 */
export async function withAgreed<Shown extends Content>(db: Db, content: Shown): Promise<Shown> {
  const projects = await withAgreedParts(db, content.projects);
  const orders = await ordersOfPictures(db);
  const rows = await db.selectFrom('media').select('hash').execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  const isShown = ({ url }: PictureDto, orderId: string | undefined) => {
    const hash = hashInUrl(url);
    const of = orders.get(hash);
    return stored.has(hash) && (of === undefined || of === orderId);
  };
  return {
    ...withoutPictures({ ...content, projects: [] }, (picture) => isShown(picture, undefined)),
    projects: projects.map((project) =>
      withoutPictures(project, (picture) => isShown(picture, project.orderId)),
    ),
  };
}

/** The order of each file of a picture that was drafted from one. */
async function ordersOfPictures(db: Db): Promise<Map<string, string>> {
  const drafted = await listDrafted(db);
  if (drafted.length === 0) return new Map();
  const ids = drafted.flatMap(({ ids }) => ids);
  const rows = await db
    .selectFrom('pictures')
    .select(['id', 'variants'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.flatMap(({ id, variants }) => {
      const of = drafted.find(({ ids }) => ids.includes(id));
      const files = JSON.parse(variants) as { hash: string }[];
      return of ? files.map(({ hash }): [string, string] => [hash, of.orderId]) : [];
    }),
  );
}

const isPicture = (value: object): value is PictureDto => 'srcset' in value && 'url' in value;

function withoutPictures<T>(value: T, isShown: (picture: PictureDto) => boolean): T {
  const isGone = (each: unknown) =>
    typeof each === 'object' && each !== null && isPicture(each) && each.url && !isShown(each);
  const mapped = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.filter((item) => !isGone(item)).map(mapped);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([key, field]) => [
        key,
        isGone(field) ? (key === 'img' ? NO_PICTURE : null) : mapped(field),
      ]),
    );
  };
  return mapped(value) as T;
}
