import { Check, Minus } from 'lucide-react';
import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { rupees } from '../../lib/format.ts';
import { compareRows, type Row } from './compare.ts';

type Plan = Omit<PlanDto, '_id'>;

// Focusable, so that the arrow keys scroll the table.
const FOCUSABLE = { tabIndex: 0 };

/** The packages side by side, feature by feature. */
export function Compare({ plans }: { plans: Plan[] }) {
  const { first, further } = compareRows(plans);
  return (
    <section className="compare" aria-labelledby="compare-title">
      <h2 id="compare-title">Compare packages</h2>
      <section className="scroll sheet" {...FOCUSABLE} aria-label="Table of packages">
        <table>
          <thead>
            <tr>
              <th scope="col" className="corner">
                Package
              </th>
              {[...plans.entries()].map(([at, plan]) => (
                <th key={at} scope="col" data-column={at}>
                  <span className="price">{rupees(plan.price)}</span>
                  <span className="type">{plan.planType}</span>
                  <span className="title">{plan.title}</span>
                  <span className="fine">{plan.shortDescription}</span>
                </th>
              ))}
            </tr>
          </thead>
          {first.length > 0 && (
            <tbody>
              <Rows rows={first} />
            </tbody>
          )}
          {further.length > 0 && (
            <tbody>
              <tr className="part">
                <th scope="rowgroup" colSpan={plans.length + 1}>
                  <span>Also in the larger packages</span>
                </th>
              </tr>
              <Rows rows={further} />
            </tbody>
          )}
        </table>
      </section>
    </section>
  );
}

const Rows = ({ rows }: { rows: Row[] }) =>
  [...rows.entries()].map(([row, { feature, cells }]) => (
    <tr key={row}>
      <th scope="row">{feature}</th>
      {[...cells.entries()].map(([at, cell]) => (
        <td key={at} data-column={at}>
          {typeof cell === 'string' ? <span className="number">{cell}</span> : <Mark has={cell} />}
        </td>
      ))}
    </tr>
  ));

const Mark = ({ has }: { has: boolean }) => (
  <>
    {has ? (
      <Check className="yes" aria-hidden="true" />
    ) : (
      <Minus className="no" aria-hidden="true" />
    )}
    <span className="visually-hidden">{has ? 'Included' : 'Not included'}</span>
  </>
);
