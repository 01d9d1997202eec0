import type { Db } from '../../../db/database.ts';
import type { Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { NO_PICTURE, type ProjectDto } from '../catalog/projects/kind.ts';
import { readConsent, readConsents } from './queries.ts';
import { type CaseStudy, partsRefused, withoutParts } from './rules.ts';
import { refusalOf } from './texts.ts';

/** Refuses to save a case study as published that shows more than its client allows. */
export const requireAgreed: Subscriber<{ kind: string; body: object }> = async (
  tx,
  _,
  { kind, body },
) => {
  const project: CaseStudy = body;
  if (kind !== 'project' || !project.orderId) return;
  const consent = await readConsent(tx, project.orderId);
  const refused = partsRefused(project, consent);
  if (refused.length > 0) throw new ApiError(409, refusalOf(refused, consent));
};

/**
 * The projects of a release with what their clients allow today, whatever was allowed when it was made. Everything that pages
 * show of case studies goes through here, so that a part that was taken back comes back by no release.
 */
export async function withAgreedParts(
  db: Db,
  projects: readonly ProjectDto[],
): Promise<ProjectDto[]> {
  const consentOf = await readConsents(
    db,
    projects.flatMap(({ orderId }) => orderId ?? []),
  );
  return projects.flatMap((project) => {
    const { orderId, _id: id } = project;
    if (!orderId) return [project];
    const consent = consentOf(orderId);
    const taken = partsRefused(project, consent);
    if (taken.includes('text')) return [];
    const { name } = consent;
    return [withoutParts(project, { taken, name, blank: { img: NO_PICTURE }, id })];
  });
}
