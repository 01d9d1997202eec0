import { z } from 'zod';
import { REVISION_STATUSES } from '../../../../db/schema/states.ts';
import { multiLineText } from '../../../platform/http/text-schema.ts';
import { MAX_REVISION_LENGTH } from './limits.ts';
import { DESCRIPTION_NEEDED, DESCRIPTION_TOO_LONG } from './texts.ts';

const UNKNOWN = 'There is no such order.';

/** Ignores `buyerId` and `requestedAt` of the client: session and server set them. */
export const revisionBody = z.object({
  orderId: z.string(UNKNOWN).min(1, UNKNOWN).max(64, UNKNOWN),
  /** Generated when the dialog opens, so that a repeated request is stored once (idempotency key). */
  requestId: z.uuid('The request needs an id of its own.').optional(),
  revisionDescription: multiLineText(DESCRIPTION_NEEDED, MAX_REVISION_LENGTH, DESCRIPTION_TOO_LONG),
});

export type RevisionInput = z.output<typeof revisionBody>;

const DECISION_NEEDED = 'Please approve, reject or complete it.';

export const decisionBody = z.object({
  status: z
    .enum(REVISION_STATUSES, DECISION_NEEDED)
    .exclude(['Pending'], { error: DECISION_NEEDED }),
});
