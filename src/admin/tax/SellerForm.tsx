import { STATE_NAMES } from '../../../api/modules/orders/gst-rules.ts';
import { Field } from '../../components/Field.tsx';
import { SelectField } from '../../components/Select.tsx';
import { SettingsForm } from '../SettingsForm.tsx';
import { $tax, saveSeller, type TaxSettings, versionOfSeller } from './tax-store.ts';

/** What receipts and invoices say about the seller. A detail that the server sets is shown, and cannot be changed. */
export function SellerForm({ tax: { seller, legal } }: { tax: TaxSettings }) {
  const hintOf = (name: string, hint?: string) => {
    const variable = seller.fixed[name];
    return variable ? `Set on the server with ${variable}, which comes first.` : hint;
  };
  const isFixed = (name: string) => seller.fixed[name] !== undefined;
  return (
    <SettingsForm
      className="card card--padded stack"
      save={async (fields) =>
        saveSeller(seller, fields, fields['over'] ? await versionOfSeller() : seller.version)
      }
      load={$tax.load}
      label="Save for new papers"
    >
      {(form) => (
        <>
          <h2>You on receipts and invoices</h2>
          <p className="text-15">
            {seller.gstin
              ? '18 % GST is taken to be in your prices: CGST and SGST in your state, IGST elsewhere.'
              : 'Without a GST number your papers show no tax. With one, 18 % GST is taken to be in your prices.'}{' '}
            Papers that you have issued stay as they are.
          </p>
          <div className="auto-columns">
            <Field
              label="GST number"
              hint={hintOf('gstin', 'Empty while you are not registered.')}
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              defaultValue={seller.gstin}
              readOnly={isFixed('gstin')}
              {...form.field('gstin')}
            />
            <Field
              label="SAC"
              hint={hintOf('sac', 'The code of your service, such as 998314.')}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={seller.sac}
              readOnly={isFixed('sac')}
              {...form.field('sac')}
            />
            <Field
              label="Name"
              hint={hintOf('name', `As registered. Empty: ${legal.name}.`)}
              autoComplete="organization"
              defaultValue={seller.name}
              readOnly={isFixed('name')}
              {...form.field('name')}
            />
            <SelectField
              label="State"
              hint={hintOf('state')}
              defaultValue={seller.state}
              disabled={isFixed('state')}
              {...form.field('state')}
            >
              <option value="">None</option>
              {[...new Set([...STATE_NAMES, ...(seller.state ? [seller.state] : [])])].map(
                (state) => (
                  <option key={state}>{state}</option>
                ),
              )}
            </SelectField>
          </div>
          <Field
            label="Address"
            hint={hintOf(
              'address',
              legal.address ? `Empty: ${legal.address}.` : 'In one line, with the PIN code.',
            )}
            autoComplete="street-address"
            defaultValue={seller.address}
            readOnly={isFixed('address')}
            {...form.field('address')}
          />
        </>
      )}
    </SettingsForm>
  );
}
