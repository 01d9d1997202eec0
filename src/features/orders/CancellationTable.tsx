import './cancellation.css';

/** When an order is cancelled, and how much is refunded. */
export const CancellationTable = ({ table }: { table: [when: string, back: string][] }) => (
  <table className="cancellation">
    <caption className="visually-hidden">What goes back when the order is cancelled</caption>
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
