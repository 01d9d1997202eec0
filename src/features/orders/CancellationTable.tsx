import './cancellation.css';
import type { CancellationTerms } from '../../../api/modules/orders/cancellation/rules.ts';
import {
  cancellationHead,
  cancellationTable,
} from '../../../api/modules/orders/cancellation/rules.ts';

export const cancellationTitle = ({ sellerShare }: CancellationTerms): string =>
  sellerShare === undefined ? 'If you cancel, you get back' : 'If the order is cancelled, you get';

/** The terms that a buyer accepts; the same text is used wherever they are accepted. */
export const AgreedCancellation = ({ terms }: { terms: CancellationTerms }) => (
  <section className="stack">
    <h3 className="text-15">{cancellationTitle(terms)}</h3>
    <CancellationTable table={cancellationTable(terms)} />
  </section>
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
