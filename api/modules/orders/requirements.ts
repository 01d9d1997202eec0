import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { CHANGED_ELSEWHERE } from '../../platform/saving/texts.ts';
import type { Services } from '../../platform/services.ts';
import type { OrderItemDto } from './dto.ts';
import { requirementsSaved } from './events.ts';
import { lockOrder } from './queries.ts';
import { answersText, findUnanswered, type RequirementAnswer, takesRequirements } from './rules.ts';
import type { RequirementsInput } from './schema.ts';
import { ANSWER_NEEDED, REQUIREMENTS_CLOSED, REQUIREMENTS_EMPTY } from './texts.ts';

export async function findRequirements(db: Db, orderId: string) {
  const row = await db
    .selectFrom('order_requirements')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  const links = JSON.parse(row.links) as string[];
  const answered: { answers?: RequirementAnswer[] | undefined } = row.answers
    ? { answers: JSON.parse(row.answers) }
    : {};
  return { text: row.text, links, updatedAt: row.updated_at, ...answered };
}

export type RequirementsDto = NonNullable<Awaited<ReturnType<typeof findRequirements>>>;

/** What the package of an order asks its buyer; nothing where the requirements are one text. */
const questionsOf = ({ items }: Order) =>
  (JSON.parse(items) as OrderItemDto[]).flatMap((item) => item.selectedPlan.questions ?? []);

/** The columns of the requirements. Throws 400 at the first question without an answer. */
function columnsOf(order: Order, { text = '', links, answers }: RequirementsInput) {
  const questions = questionsOf(order);
  if (questions.length === 0) {
    if (!text) throw new ApiError(400, REQUIREMENTS_EMPTY, { field: 'text' });
    return { text, links: JSON.stringify(links), answers: null };
  }
  const given = answers ?? [];
  const missing = findUnanswered(questions, given);
  if (missing >= 0) throw new ApiError(400, ANSWER_NEEDED, { field: `answers.${missing}` });
  const known = given.slice(0, questions.length);
  return { text: answersText(questions, known), links: '[]', answers: JSON.stringify(known) };
}

const filesIn = (answers: readonly RequirementAnswer[] = []): string[] =>
  answers.flatMap((answer) => (Array.isArray(answer) ? answer : []));

/** Stores the buyer's requirements. They can be replaced as long as the order is open. */
export async function saveRequirements(
  services: Services,
  order: Order,
  input: RequirementsInput,
): Promise<void> {
  const state = { orderStatus: order.shown_status, paymentInfo: { paidAmount: order.paid } };
  if (!takesRequirements(state)) throw new ApiError(409, REQUIREMENTS_CLOSED);
  const now = iso(services.clock());
  const columns = { ...columnsOf(order, input), updated_at: now };
  await transaction(services, async (tx) => {
    await lockOrder(tx, order.id);
    const before = await findRequirements(tx, order.id);
    if (input.basedOn !== undefined && input.basedOn !== (before?.updatedAt ?? null))
      throw new ApiError(409, CHANGED_ELSEWHERE);
    const sent = filesIn(before?.answers);
    await tx
      .insertInto('order_requirements')
      .values({ order_id: order.id, created_at: now, ...columns })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(columns))
      .execute();
    const attachments = filesIn(columns.answers ? input.answers : []);
    const files = [...new Set(attachments)].filter((id) => !sent.includes(id));
    await emit(tx, services, requirementsSaved, { order, files, at: now });
  });
}
