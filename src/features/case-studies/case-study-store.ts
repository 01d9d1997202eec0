import type { Part } from '../../../api/modules/case-studies/rules.ts';
import { api, readJson } from '../../lib/api.ts';
import { remote } from '../request-feedback/remote.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';

const calls = api.user['case-studies'];

/** What the signed-in person was asked about their orders, newest first. */
export const $ownCaseStudies = remote(async () => (await readJson(calls.$get())).caseStudies);

export const takeBack = (id: string, parts: Part[]) =>
  runWithToast(async () => {
    const call = calls[':id'].withdraw.$post({ param: { id }, json: { parts } });
    return readJson(call).finally($ownCaseStudies.load);
  });
