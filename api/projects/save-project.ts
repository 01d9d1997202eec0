import type { Db } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import { keepVersion, latestVersion, nextPosition } from '../gigs/desk-queries.ts';
import { SAVED_ELSEWHERE, type Standing } from '../gigs/rules.ts';
import { slugOf } from '../gigs/save-gig.ts';
import { checkPictures, lastSaved } from '../gigs/saved.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { presentPicture, type WirePicture } from '../media/present.ts';
import { toPaise, toRupees } from '../payments/rules.ts';
import { changeProject, findProject, listAllProjects } from './desk-queries.ts';
import type { ProjectBody } from './desk-schema.ts';
import { UNKNOWN_PROJECT } from './rules.ts';

/** A project as its form has it, and what the form shows around it. */
export interface DeskProject extends Omit<ProjectBody, 'picture'> {
  _id: string;
  version: number;
  status: Standing;
  picture: WirePicture & { _id: string };
  postedOn: string;
  updatedAt: string;
  canUndo: boolean;
}

type Row = NonNullable<Awaited<ReturnType<typeof findProject>>>;

const present = (row: Row, canUndo: boolean): DeskProject => ({
  _id: row.id,
  version: row.version,
  status: row.status,
  title: row.title,
  desc: row.description,
  type: row.industry,
  tech: JSON.parse(row.tech) as string[],
  priceRange: { min: toRupees(row.price_min), max: toRupees(row.price_max) },
  timeframe: { start: row.started_on, end: row.ended_on },
  picture: { _id: row.picture_id, ...presentPicture(row) },
  postedOn: row.posted_on,
  updatedAt: row.updated_at,
  canUndo,
});

export async function presentDeskProjects(db: Db): Promise<DeskProject[]> {
  return (await listAllProjects(db)).map((row) => present(row, false));
}

export async function findDeskProject(db: Db, id: string): Promise<DeskProject> {
  const row = await findProject(db, id);
  if (!row) throw new UserError(404, UNKNOWN_PROJECT);
  return present(row, (await latestVersion(db, 'project', id)) !== undefined);
}

const columnsOf = (body: ProjectBody) => ({
  title: body.title,
  description: body.desc,
  industry: body.type,
  tech: JSON.stringify(body.tech),
  price_min: toPaise(body.priceRange.min),
  price_max: toPaise(body.priceRange.max),
  started_on: body.timeframe.start,
  ended_on: body.timeframe.end,
  picture_id: body.picture._id,
  alt: body.picture.alt,
});

type Whole = ProjectBody & { status: Standing };

const wholeOf = ({ status, picture, ...rest }: DeskProject): Whole => ({
  title: rest.title,
  desc: rest.desc,
  type: rest.type,
  tech: rest.tech,
  priceRange: rest.priceRange,
  timeframe: rest.timeframe,
  picture: { _id: picture._id, alt: picture.alt },
  status,
});

/** A new project, as a draft. */
export async function createProject({ store, clock }: Deps, body: ProjectBody) {
  const now = iso(clock());
  const id = newId();
  return transaction({ store }, async (tx) => {
    await checkPictures(tx, 'picture', [body.picture]);
    await tx
      .insertInto('projects')
      .values({
        id,
        slug: slugOf(body.title, id),
        position: await nextPosition(tx, 'projects'),
        ...columnsOf(body),
        posted_on: now.slice(0, 10),
        status: 'draft',
        updated_at: now,
        version: 1,
      })
      .execute();
    return findDeskProject(tx, id);
  });
}

export const saveProject = (deps: Deps, id: string, version: number, body: ProjectBody) =>
  change(deps, id, version, (before) => ({ ...body, status: before.status }));

export const setStanding = (deps: Deps, id: string, version: number, status: Standing) =>
  change(deps, id, version, (before) => ({ ...wholeOf(before), status }));

/** Brings back what was there before the last change; undoing that brings the change back. */
export const undoProject = (deps: Deps, id: string, version: number) =>
  change(deps, id, version, (_, tx) => lastSaved<Whole>(tx, 'project', id));

function change(
  { store, clock }: Deps,
  id: string,
  version: number,
  next: (before: DeskProject, tx: Db) => Whole | Promise<Whole>,
): Promise<DeskProject> {
  const now = iso(clock());
  return transaction({ store }, async (tx) => {
    const before = await findDeskProject(tx, id);
    const body = await next(before, tx);
    await checkPictures(tx, 'picture', [body.picture]);
    const columns = { ...columnsOf(body), status: body.status, updated_at: now };
    if (!(await changeProject(tx, id, version, columns))) {
      throw new UserError(409, SAVED_ELSEWHERE);
    }
    await keepVersion(tx, {
      kind: 'project',
      thing_id: id,
      version,
      body: JSON.stringify(wholeOf(before)),
      saved_at: now,
    });
    return findDeskProject(tx, id);
  });
}
