import { adminApi, remote, runAdminAction } from '../../admin/requests.ts';
import { readJson } from '../../lib/api.ts';

const ofOrder = adminApi['case-studies'][':id'];

/** The questions about one order, newest first. */
export const caseStudiesOf = (orderId: string) =>
  remote(
    async () => (await readJson(ofOrder.$get({ param: { id: orderId } }))).caseStudies,
    `case studies of ${orderId}`,
  );

/** Drafts the case study of an order and asks its client; the id of its project, or nothing if that failed. */
export async function makeCaseStudy(orderId: string): Promise<string | undefined> {
  let project: string | undefined;
  await runAdminAction(async () => {
    const made = await readJson(ofOrder.$post({ param: { id: orderId } }));
    project = made.project;
    return made;
  });
  return project;
}
