import './cancellation.css';
import type { CancellationTerms } from '../../../api/modules/orders/cancellation/rules.ts';
import {
  cancellationHead,
  cancellationTable,
} from '../../../api/modules/orders/cancellation/rules.ts';

interface Props {
  terms: CancellationTerms;
  heading?: 'h2' | 'h3';
}

/** The terms that a buyer accepts; the same text is used wherever they are accepted. */
export const AgreedCancellation = ({ terms, heading: Heading = 'h3' }: Props) => (
  <section className="stack">
    <Heading className={Heading === 'h3' ? 'text-15' : undefined}>
      {terms.sellerShare === undefined
        ? 'If you cancel, you get back'
        : 'If the order is cancelled, you get'}
    </Heading>
    <CancellationTable table={cancellationTable(terms)} />
  </section>
);

/** When an order is cancelled, and how much goes to the buyer. Two answers stand below their question, with their names. */
export function CancellationTable({ table }: { table: string[][] }) {
  const head = cancellationHead(table);
  const bindsBoth = head.length === 3;
  return (
    <table className={bindsBoth ? 'cancellation cancellation--both' : 'cancellation'}>
      <caption className="visually-hidden">
        What goes to the buyer when the order is cancelled
      </caption>
      <thead className="visually-hidden">
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
  );
}
