import './cancellation.css';
import type { CancellationTerms } from '../../../api/modules/orders/cancellation/rules.ts';
import {
  cancellationHead,
  cancellationTable,
  describeCancellation,
} from '../../../api/modules/orders/cancellation/rules.ts';
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
    title={
      terms.sellerShare === undefined
        ? 'If you cancel, you get back'
        : 'If the order is cancelled, you get'
    }
    note={describeCancellation(terms)}
    plain={plain}
  >
    <CancellationTable table={cancellationTable(terms)} />
  </Folded>
);

/** When an order is cancelled, and how much goes to the buyer. */
export function CancellationTable({ table }: { table: string[][] }) {
  const head = cancellationHead(table);
  const bindsBoth = head.length === 3;
  return (
    <div className={bindsBoth ? 'cancellation cancellation--both' : 'cancellation'}>
      <table>
        <caption className="visually-hidden">
          What goes to the buyer when the order is cancelled
        </caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.map(([when, ...answers]) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              {answers.map((answer, at) => (
                <td key={head[at + 1]} data-label={bindsBoth ? head[at + 1] : undefined}>
                  {answer}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
