import type { Instalment } from '../../../../db/schema.ts';

/** The days after which the owner may close an order whose previews are delivered and whose part is not paid. */
export const DAYS_TO_OPEN = 14;

type Part = Pick<Instalment, 'due' | 'pay_by' | 'payment_id' | 'waived_at'>;

/**
 * The instalments that keep the files of an order closed: those due before its hand-over that are neither paid nor waived.
 * A part with a date, as that of an accepted change, is one of them when its date had come at the first delivery.
 */
export const closingInstalments = <I extends Part>(
  instalments: readonly I[],
  previewedAt: string,
): I[] =>
  instalments.filter(({ due, pay_by, payment_id, waived_at }) => {
    if (payment_id !== null || waived_at !== null || due === 'completion') return false;
    if (due === 'delivery') return true;
    return pay_by === null ? due === 'accepting' : pay_by <= previewedAt;
  });
