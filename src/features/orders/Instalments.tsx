import type { InstalmentDto } from '../../../api/modules/payments/dto.ts';
import { AmountList } from '../../components/AmountList.tsx';
import { price, promisedDay } from '../../lib/format.ts';

const TRIGGERS: Record<InstalmentDto['due'], string> = {
  accepting: 'Due now',
  date: 'Due on its day',
  delivery: 'Due on delivery',
  completion: 'Due when the order is completed',
};

/** The due date of an instalment, or its status. */
export const instalmentNote = (
  instalment: Pick<InstalmentDto, 'status' | 'due' | 'payBy'>,
): string => {
  if (instalment.status !== 'Open') return instalment.status;
  return instalment.payBy ? `Due on ${promisedDay(instalment.payBy)}` : TRIGGERS[instalment.due];
};

const TONES: Record<InstalmentDto['status'], string> = {
  Paid: 'green',
  Waived: 'blue',
  Open: 'amber',
  Lapsed: 'red',
};

/** The instalments of an order, each with its amount and state. */
export const Instalments = ({
  instalments,
  currency,
}: {
  instalments: InstalmentDto[];
  currency: string;
}) => (
  <AmountList
    label="Parts"
    rows={instalments.map((instalment) => ({
      name: (
        <>
          {instalment.name}{' '}
          <span className={`badge badge--${TONES[instalment.status]}`}>
            {instalmentNote(instalment)}
          </span>
        </>
      ),
      amount: price(instalment.amount, currency),
    }))}
  />
);
