import type { RequirementAnswer } from '../../../api/modules/orders/rules.ts';
import { api, readJson } from '../../lib/api.ts';
import { persistentMap } from '../../lib/persistent.ts';
import { REQUIREMENTS_DRAFT_PREFIX } from '../../lib/storage-keys.ts';
import { saveInOrder } from './orders-store.ts';

interface RequirementsInput {
  text: string;
  links: string[];
}

/** Input that is not saved yet, by order id: a reload or the end of the session must not lose it. */
export const $requirementsDrafts = persistentMap<Record<string, RequirementsInput | undefined>>(
  REQUIREMENTS_DRAFT_PREFIX,
  {},
  { encode: JSON.stringify, decode: decodeDraft },
);

function decodeDraft(stored: string): RequirementsInput {
  try {
    const draft = JSON.parse(stored) as Partial<RequirementsInput> | null;
    if (typeof draft?.text === 'string' && Array.isArray(draft.links))
      return { text: draft.text, links: draft.links };
  } catch {
    // Nothing that can be used is stored.
  }
  return { text: stored, links: [] };
}

/** Sends one text with links, or the answers to the questions of the package. */
export const saveRequirements = (
  orderId: string,
  input: (RequirementsInput | { answers: RequirementAnswer[]; links: [] }) & {
    basedOn: string | null | undefined;
  },
): Promise<void> =>
  saveInOrder(orderId, async () => {
    const requirements = api.gig.order[':orderId'].requirements;
    const saved = await readJson(requirements.$put({ param: { orderId }, json: input }));
    $requirementsDrafts.setKey(orderId, undefined);
    return saved;
  });
