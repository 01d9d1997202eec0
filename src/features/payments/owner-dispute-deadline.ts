import type { DisputeDto } from '../../../api/modules/payments/disputes/dto.ts';
import { timeLeft } from '../../../api/modules/payments/disputes/rules.ts';
import { dayAndMonth } from '../../lib/format.ts';

/** For example 'Reply to the bank by 28 Nov (6 days left)'; or a text that the bank reviews the answer. */
export function disputeDeadline({ status, respondBy }: Pick<DisputeDto, 'status' | 'respondBy'>) {
  if (status === 'under_review') return 'The bank has your answer';
  const now = new Date();
  const left = Date.parse(respondBy) < now.getTime() ? '' : ' left';
  return `Reply to the bank by ${dayAndMonth(respondBy)} (${timeLeft(respondBy, now)}${left})`;
}
