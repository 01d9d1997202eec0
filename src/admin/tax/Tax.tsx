import { Download } from 'lucide-react';
import type { DeductedDto } from '../../../api/modules/billing/certificates.ts';
import { TAX_FACTS } from '../../../api/modules/billing/tax-rules.ts';
import { Button } from '../../components/Button.tsx';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { Field } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { SelectField } from '../../components/Select.tsx';
import { Folded } from '../../features/orders/Folded.tsx';
import { Loaded } from '../../features/request-feedback/LoadedContent.tsx';
import { dateAndTime, exactRupees, monthName, plainDate } from '../../lib/format.ts';
import { itemPath } from '../router.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { Declarations } from './Declarations.tsx';
import { SellerForm } from './SellerForm.tsx';
import { $tax, saveLetter, switchDeductions, type TaxSettings } from './tax-store.ts';

/** What decides the tax on papers, and the papers of a period for the accountant. */
export function Tax() {
  return (
    <ScreenLayout title="Tax">
      <Loaded store={$tax}>
        {(value) => (
          <div className="stack">
            <SellerForm key={value.seller.version} tax={value} />
            {value.seller.gstin && <Letter tax={value} />}
            {value.declarations.length > 0 && <Declarations declarations={value.declarations} />}
            <Deducted tax={value} />
            <PapersOfPeriod />
            {value.restores.length > 0 && <Restores restores={value.restores} />}
            <Facts facts={TAX_FACTS.filter((fact) => value.seller.gstin || fact.ofEverybody)} />
          </div>
        )}
      </Loaded>
    </ScreenLayout>
  );
}

const Letter = ({ tax: { letters, years } }: { tax: TaxSettings }) => (
  <SettingsForm className="card card--padded stack" save={saveLetter}>
    {(form) => (
      <>
        <h2>Letter of undertaking</h2>
        <DefinitionList
          rows={years.map((year): [string, string] => [year, letters[year] ?? 'None: IGST'])}
        />
        <p className="text-15">
          With a letter for its financial year, the invoice of a buyer abroad or in a special
          economic zone carries no tax. The price stays the same. It is an export only when the
          money comes in convertible foreign exchange, or in rupees where the Reserve Bank permits
          it, within one year of the invoice. Where it does not, decide on the order.
        </p>
        <SelectField label="Financial year" name="year">
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </SelectField>
        <Field
          label="Number (ARN) of the letter"
          hint="Empty removes it."
          autoComplete="off"
          {...form.field('number')}
        />
      </>
    )}
  </SettingsForm>
);

/** Tax that companies deducted from what they paid: the certificates that are awaited, and all of a year as CSV. */
function Deducted({ tax: { deducted, takesDeductions: isOn } }: { tax: TaxSettings }) {
  return (
    <form className="card card--padded stack" action="/api/v1/desk/ledger/deducted.csv">
      <h2>Tax deducted at source</h2>
      <p className="text-15">
        {isOn
          ? 'A company in India with a GSTIN or TAN may pay less by the tax that it deducts. Files that open with such a payment wait for the certificate, or until you open them.'
          : 'Off: everybody pays the whole price. Turn it on if you sell to companies in India that must deduct tax.'}
      </p>
      <p className="row">
        <Button onClick={() => void switchDeductions(!isOn)}>
          {isOn ? 'Let nobody deduct' : 'Let companies deduct'}
        </Button>
      </p>
      {deducted.length > 0 && <Certificates deducted={deducted} />}
    </form>
  );
}

function Certificates({ deducted }: { deducted: DeductedDto[] }) {
  const awaited = deducted.filter(({ certificate }) => certificate === null);
  const years = [...new Set(deducted.map(({ year }) => year))].reverse();
  return (
    <>
      {awaited.length === 0 ? (
        <p className="text-15">Every certificate is here.</p>
      ) : (
        <List isPlain label="Certificates awaited">
          {awaited.map(({ _id, orderId, buyer, deducted: amount, percent, at }) => (
            <ListRow
              key={_id}
              title={buyer}
              open={itemPath('order', orderId)}
              note={`${percent} % deducted on ${plainDate(at)}`}
              aside="Certificate awaited"
            >
              <span className="price">{exactRupees(amount)}</span>
            </ListRow>
          ))}
        </List>
      )}
      <SelectField label="Financial year" name="year">
        {years.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </SelectField>
      <p className="row">
        <Button icon={Download} type="submit">
          Download
        </Button>
      </p>
    </>
  );
}

const monthAt = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

const spanName = (first: number, months: number): string =>
  `${monthName(monthAt(first))} to ${monthName(monthAt(first + months - 1))}`;

/** What accountants ask for, the latest first: the value for the server and its name. */
function periodsUntil(now: Date) {
  const month = now.getFullYear() * 12 + now.getMonth();
  const latest = <Value,>(count: number, of: (back: number) => Value): Value[] =>
    Array.from({ length: count }, (_, back) => of(back));
  return {
    Quarters: latest(8, (back) => {
      const first = month - (month % 3) - 3 * back;
      const quarter = `${Math.floor(first / 12)}-Q${((first % 12) + 3) / 3}`;
      return [quarter, spanName(first, 3)] as const;
    }),
    'Financial years': latest(3, (back) => {
      const year = Math.floor((month - 3) / 12) - back;
      return [`${year}-${(year + 1) % 100}`, spanName(year * 12 + 3, 12)] as const;
    }),
    Months: latest(
      24,
      (back) => [monthAt(month - back), monthName(monthAt(month - back))] as const,
    ),
  };
}

/** The quarter that is over is what the accountant asks for first. */
function PapersOfPeriod() {
  const periods = periodsUntil(new Date());
  return (
    <form className="card card--padded stack" action="/api/v1/desk/ledger/papers.zip">
      <h2>For your accountant</h2>
      <p className="text-15">
        Every receipt, invoice, refund voucher and credit note of a period as PDF, and the list with
        its tax as CSV.
      </p>
      <SelectField label="Period" name="period" defaultValue={periods.Quarters[1]?.[0]}>
        {Object.entries(periods).map(([group, options]) => (
          <optgroup key={group} label={group}>
            {options.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <p className="row">
        <Button icon={Download} type="submit">
          Download
        </Button>
        <Button variant="quiet" type="submit" formAction="/api/v1/desk/ledger/papers.csv">
          The list only
        </Button>
      </p>
    </form>
  );
}

const Restores = ({ restores }: Pick<TaxSettings, 'restores'>) => (
  <section className="card card--padded stack">
    <h2>Numbers after a restore</h2>
    <p className="text-15">
      Papers issued between a backup and its restore were mailed but are missing here. Their
      payments have new papers, in a series of their own. Tell your accountant.
    </p>
    {restores.map(({ at, copiedAt, last, first }) => (
      <DefinitionList
        key={at}
        rows={[
          ['Restored', dateAndTime(at)],
          ['Backup of', copiedAt ? dateAndTime(copiedAt) : 'Unknown'],
          ['Last numbers in it', last.join(', ') || 'None'],
          ['New numbers begin at', first],
        ]}
      />
    ))}
  </section>
);

const Facts = ({ facts }: { facts: typeof TAX_FACTS }) => (
  <Folded title="Rules on your papers" note="Let your accountant confirm each">
    <ul className="stack divided">
      {facts.map(({ from, text, source, confirm }) => (
        <li key={text}>
          <p>{text}</p>
          <p className="text-13">
            From {plainDate(from)}. {source}.
          </p>
          <p className="text-15">
            <strong>To confirm:</strong> {confirm}
          </p>
        </li>
      ))}
    </ul>
  </Folded>
);
