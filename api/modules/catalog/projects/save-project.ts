import type { Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { toPictureDto } from '../../../platform/files/dto.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { toPaise } from '../../../platform/money/rules.ts';
import type { Services } from '../../../platform/services.ts';
import { slugOf } from '../gigs/save-gig.ts';
import { checkPictures } from '../picture-queries.ts';
import { nextPosition } from '../positions.ts';
import { latestVersion } from '../version-queries.ts';
import { createVersionedEditor } from '../versioned-editor.ts';
import { projectFields } from './dto.ts';
import { findProject, listAllProjects, type ProjectRow, updateProject } from './queries.ts';
import type { ProjectBody } from './schema.ts';
import { UNKNOWN_PROJECT } from './texts.ts';

/** A project with the data of its edit form. */
const toAdminProjectDto = (row: ProjectRow, canUndo: boolean) => ({
  ...projectFields(row),
  version: row.version,
  status: row.status,
  picture: { _id: row.picture_id, ...toPictureDto(row) },
  postedOn: row.posted_on,
  updatedAt: row.updated_at,
  canUndo,
});

export type AdminProjectDto = ReturnType<typeof toAdminProjectDto>;

export async function toAdminProjectDtos(db: Db) {
  return (await listAllProjects(db)).map((row) => toAdminProjectDto(row, false));
}

export async function findAdminProject(db: Db, id: string): Promise<AdminProjectDto> {
  const row = await findProject(db, id);
  if (!row) throw new ApiError(404, UNKNOWN_PROJECT);
  return toAdminProjectDto(row, (await latestVersion(db, 'project', id)) !== undefined);
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

/** The fields of the form. */
export const projectBodyOf = ({ picture, ...rest }: AdminProjectDto) => ({
  title: rest.title,
  desc: rest.desc,
  type: rest.type,
  tech: rest.tech,
  priceRange: rest.priceRange,
  timeframe: rest.timeframe,
  picture: { _id: picture._id, alt: picture.alt },
});

/** Creates a project as a draft. */
export async function createProject(services: Services, body: ProjectBody) {
  const id = newId();
  services.audit?.setSubject(id);
  return transaction(services, async (tx) => {
    await insertProject(tx, { id, now: iso(services.clock()), body });
    return findAdminProject(tx, id);
  });
}

/** Inserts a project as a draft, the last in the owner's order. */
export async function insertProject(
  tx: Db,
  project: { id: string; now: string; body: ProjectBody },
) {
  const { id, now, body } = project;
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
}

export const projectEditor = createVersionedEditor<AdminProjectDto, ProjectBody>({
  kind: 'project',
  find: findAdminProject,
  bodyOf: (project) => ({ ...projectBodyOf(project), status: project.status }),
  async write(tx, { id, version, now }, body) {
    await checkPictures(tx, 'picture', [body.picture]);
    const columns = { ...columnsOf(body), status: body.status, updated_at: now };
    return (await updateProject(tx, id, version, columns)) !== undefined;
  },
});
