import './cancellation.css';
import type { CancellationTerms } from '../../../api/modules/orders/cancellation/rules.ts';
import { cancellationTable } from '../../../api/modules/orders/cancellation/rules.ts';

interface Props {
  terms: CancellationTerms;
  heading?: 'h2' | 'h3';
}

/** The terms that a buyer accepts; the same text is used wherever they are accepted. */
export const AgreedCancellation = ({ terms, heading: Heading = 'h3' }: Props) => (
  <section className="stack">
    <Heading className={Heading === 'h3' ? 'text-15' : undefined}>
      If you cancel, you get back
    </Heading>
    <CancellationTable table={cancellationTable(terms)} />
  </section>
);

/** When an order is cancelled, and how much is refunded. */
export const CancellationTable = ({ table }: { table: [when: string, back: string][] }) => (
  <table className="cancellation">
    <caption className="visually-hidden">What is refunded when the order is cancelled</caption>
    <thead className="visually-hidden">
      <tr>
        <th scope="col">Cancelled</th>
        <th scope="col">Goes back</th>
      </tr>
    </thead>
    <tbody>
      {table.map(([when, back]) => (
        <tr key={when}>
          <th scope="row">{when}</th>
          <td>{back}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
