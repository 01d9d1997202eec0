import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DeductionDto } from '../../../api/modules/billing/deduct-tax.ts';
import { AmountList } from '../../components/AmountList.tsx';
import { SelectField } from '../../components/Select.tsx';
import { messageOf } from '../../lib/api.ts';
import type { AsyncState } from '../../lib/async-store.ts';
import { rupees } from '../../lib/format.ts';
import { Folded } from '../orders/Folded.tsx';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { $deduction } from './tax-deduction.ts';

interface Props {
  /** The checkout or the order. */
  of: string;
  /** What may be deducted, and what was chosen before; another key loads it again. */
  load: () => Promise<{ chosen: string | null; deductions: DeductionDto[] }>;
  loadKey: string;
  disabled: boolean;
}

/** The choice of a company that must deduct tax from what it pays. */
export function DeductTax(props: Props) {
  const known = useStore($deduction);
  const chosen = known?.of === props.of ? known.chosen : null;
  return (
    <Folded
      title="We deduct tax at source"
      plain
      {...(chosen ? { note: `${rupees(chosen.deducted)} deducted` } : {})}
    >
      <Choice {...props} chosen={chosen} />
    </Folded>
  );
}

function Choice({ of, load, loadKey, disabled, chosen }: Props & { chosen: DeductionDto | null }) {
  const [loaded, setLoaded] = useState<AsyncState<DeductionDto[]>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the function loads something else
  useEffect(() => {
    let isOver = false;
    load().then(
      (found) => {
        if (isOver) return;
        setLoaded({ state: 'loaded', value: found.deductions });
        const known = $deduction.get();
        // Another amount has other deductions under the same rule.
        const rule = known?.of === of ? known.chosen?.rule : found.chosen;
        const now = found.deductions.find((each) => each.rule === rule) ?? null;
        if (known?.of === of || now) $deduction.set({ of, chosen: now });
      },
      (error: unknown) => {
        if (!isOver) setLoaded({ state: 'failed', message: messageOf(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [of, loadKey, attempt]);
  return (
    <LoadedContent
      loaded={loaded}
      retry={() => setAttempt(attempt + 1)}
      skeleton={<p className="text-15">Loading…</p>}
      failedTitle={null}
    >
      {(deductions) => <Rates {...{ of, disabled, chosen, deductions }} />}
    </LoadedContent>
  );
}

interface RatesProps extends Pick<Props, 'of' | 'disabled'> {
  chosen: DeductionDto | null;
  deductions: DeductionDto[];
}

function Rates({ of, disabled, chosen, deductions }: RatesProps) {
  if (deductions.length === 0) return <p className="text-15">Nothing can be deducted here.</p>;
  return (
    <>
      <SelectField
        label="Rate"
        value={chosen?.rule ?? ''}
        disabled={disabled}
        onChange={({ target }) =>
          $deduction.set({
            of,
            chosen: deductions.find(({ rule }) => rule === target.value) ?? null,
          })
        }
      >
        <option value="">Nothing is deducted</option>
        {deductions.map(({ rule, percent, name }) => (
          <option key={rule} value={rule}>
            {percent} %, {name.toLowerCase().replace('huf', 'HUF')}
          </option>
        ))}
      </SelectField>
      {chosen && (
        <>
          <AmountList
            rows={[
              { name: 'This part', amount: rupees(chosen.toPay + chosen.deducted) },
              {
                name: `Deducted: ${chosen.percent} % of ${rupees(chosen.base)}`,
                amount: rupees(-chosen.deducted),
              },
              { name: 'To pay', amount: rupees(chosen.toPay), isSum: true },
            ]}
          />
          <p className="text-13">
            {chosen.section}. You owe the deducted tax to the tax office; enter the number of the
            certificate on the order when you have it. Files that open with this payment wait until
            the seller has the certificate.
          </p>
        </>
      )}
    </>
  );
}
