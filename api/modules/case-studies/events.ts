import type { CaseStudyRequest, Order } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { Part } from './rules.ts';

interface CaseStudyEvent {
  order: Order;
  request: CaseStudyRequest;
  at: string;
}

export interface Answered extends CaseStudyEvent {
  parts: readonly Part[];
}

export interface Withdrawn extends Answered {
  /** What may be a name of the client or an ordinary word: the owner takes it out. */
  unclear: readonly string[];
}

/** The client has answered what may be shown. */
export const caseStudyAnswered = defineEvent<Answered>('casestudy.answered');
/** The client took parts back that may be on pages: they are out of the documents already. */
export const partsWithdrawn = defineEvent<Withdrawn>('casestudy.partsWithdrawn');
