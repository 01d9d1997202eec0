import type { CancellationTerms } from '../../../api/modules/orders/cancellation/rules.ts';
import {
  CANCELLATION_HEAD,
  cancellationTable,
  describeCancellation,
} from '../../../api/modules/orders/cancellation/rules.ts';
import { TextTable } from '../../components/Table.tsx';
import { Folded } from './Folded.tsx';

/** The terms that a buyer accepts: a sentence, which opens the table. The same wherever they are accepted. */
export const AgreedCancellation = ({
  terms,
  plain = false,
}: {
  terms: CancellationTerms;
  plain?: boolean;
}) => (
  <Folded
    title="If the order is cancelled, you get"
    note={describeCancellation(terms)}
    plain={plain}
  >
    <CancellationTable table={cancellationTable(terms)} />
  </Folded>
);

/** When an order is cancelled, and how much goes to the buyer. */
export const CancellationTable = ({ table }: { table: string[][] }) => (
  <TextTable
    isPlain
    label="What goes to the buyer when the order is cancelled"
    head={CANCELLATION_HEAD}
    rows={table}
  />
);
