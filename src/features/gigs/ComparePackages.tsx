import { Check, Minus } from 'lucide-react';
import type { GigDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { isOrderable } from '../../../api/modules/catalog/gigs/rules.ts';
import { comparePackages, type Row } from './compare-packages.ts';
import { Price } from './Price.tsx';

// Focusable, so that the arrow keys scroll the table.
const FOCUSABLE = { tabIndex: 0 };

/** The packages side by side, value by value. A column's button chooses its package on the card, whose radio buttons do the same by keyboard. */
export function ComparePackages({ gig }: { gig: Pick<GigDto, 'PricingPlans' | 'pausedUntil'> }) {
  const { PricingPlans: plans } = gig;
  const { differing, common } = comparePackages(plans);
  return (
    <section className="compare stack stack--large" aria-labelledby="compare-title">
      <h2 className="title-25" id="compare-title">
        Compare packages
      </h2>
      <section className="scroll card" {...FOCUSABLE} aria-label="Table of packages">
        <table>
          <thead>
            <tr>
              <th scope="col" className="corner mono text-13">
                Package
              </th>
              {[...plans.entries()].map(([at, plan]) => (
                <th key={at} scope="col" data-column={at}>
                  <span className="type eyebrow">{plan.planType}</span>
                  <span className="price">
                    <Price of={plan} />
                  </span>
                  <span className="title">{plan.title}</span>
                  <span className="text-13">{plan.shortDescription}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Rows rows={differing} />
          </tbody>
          {common.length > 0 && (
            <tbody className="common">
              <tr className="group">
                <th scope="rowgroup" colSpan={plans.length + 1}>
                  <span>In every package</span>
                </th>
              </tr>
              <Rows rows={common} />
            </tbody>
          )}
          {isOrderable(gig) && (
            <tfoot className="no-print" aria-hidden="true">
              <tr>
                <td className="corner" />
                {[...plans.entries()].map(([at, plan]) => (
                  <td key={at} data-column={at}>
                    <label className="button button--wide" htmlFor={`plan-${at}`}>
                      <span className="choose">Choose {plan.planType}</span>
                      <span className="chosen">
                        <Check /> Chosen
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            </tfoot>
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
      <Check data-tone="green" aria-hidden="true" />
    ) : (
      <Minus className="muted" aria-hidden="true" />
    )}
    <span className="visually-hidden">{has ? 'Included' : 'Not included'}</span>
  </>
);
