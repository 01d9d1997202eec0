import { TicketPercent } from 'lucide-react';
import type { OwnerDiscount } from '../../../api/modules/orders/discounts/discounts.ts';
import type { Currency } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { Checkbox, Field } from '../../components/Field.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { SelectField } from '../../components/Select.tsx';
import { toast } from '../../components/toast.ts';
import { SentForm } from '../../features/account/SentForm.tsx';
import { Loaded } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { plainDate, pluralize, price } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';

const calls = adminApi.discounts;

const $discounts = remote(async () => (await readJson(calls.$get())).discounts);

const $gigs = remote(async () => (await readJson(adminApi.gigs.$get())).gigs);

/** Throws the errors that the form shows beside its fields. */
async function makeCode(fields: Record<string, string>): Promise<void> {
  // What is no number is rejected, and what is empty is not said.
  const number = (name: string) => (fields[name] ? Number(fields[name]) : null);
  const amount = number('amount');
  const json = {
    code: fields['code'] ?? '',
    gigId: fields['gigId'] || null,
    percent: number('percent'),
    amount,
    currency: amount === null ? null : (fields['currency'] as Currency),
    lastDay: fields['lastDay'] || null,
    maxUses: number('maxUses'),
    oncePerBuyer: fields['oncePerBuyer'] === 'on',
  };
  const { message } = await readJson(calls.$post({ json }));
  void toast('success', message);
  await $discounts.load();
}

async function endCode(id: string, isEnd: boolean): Promise<void> {
  const call = calls[':id'][isEnd ? 'disable' : 'enable'];
  await runAdminAction(() => readJson(call.$post({ param: { id } })));
  await $discounts.load();
}

/** The codes that take something off the price of an order. */
export const DiscountCodes = () => (
  <ScreenLayout title="Discount codes">
    <Loaded store={$discounts}>
      {(list) => (
        <div className="stack">
          {list.length > 0 && (
            <List label="Discount codes">
              {list.map((discount) => (
                <Code key={discount._id} discount={discount} />
              ))}
            </List>
          )}
          <CodeForm key={list.length} />
        </div>
      )}
    </Loaded>
  </ScreenLayout>
);

function Code({ discount }: { discount: OwnerDiscount }) {
  const { _id, code, worth, gig, lastDay, maxUses, oncePerBuyer, used, brought, disabledAt } =
    discount;
  const facts = [
    worth,
    gig ?? 'all gigs',
    lastDay && `until ${plainDate(`${lastDay}T00:00`)}`,
    oncePerBuyer && 'once per buyer',
    maxUses === null ? pluralize(used, 'use') : `${used} of ${pluralize(maxUses, 'use')}`,
  ];
  const sums = brought.map(({ amount, currency }) => price(amount, currency));
  const orders = brought.reduce((sum, each) => sum + each.orders, 0);
  return (
    <ListRow
      icon={TicketPercent}
      title={code}
      text={<span className="text-13">{facts.filter(Boolean).join(' · ')}</span>}
      note={
        orders === 0
          ? 'Brought nothing yet'
          : `Brought ${sums.join(' and ')} from ${pluralize(orders, 'paid order')}`
      }
      aside={disabledAt && <span className="badge">Ended</span>}
    >
      <Button
        small
        aria-label={disabledAt ? `Take up ${code} again` : `End ${code}`}
        onClick={() => void endCode(_id, !disabledAt)}
      >
        {disabledAt ? 'Take up again' : 'End'}
      </Button>
    </ListRow>
  );
}

function CodeForm() {
  const form = useForm(makeCode);
  return (
    <SentForm
      className="card card--padded stack"
      form={form}
      variant="solid"
      label={['Make the code', 'Saving…']}
    >
      <h2>A new code</h2>
      <p className="text-13">
        A buyer types it at checkout, or comes with a link to a gig that ends with ?code= and the
        code. Paid orders use it; what was under way when it is used up is still kept. At least ₹1
        is left to pay.
      </p>
      <div className="auto-columns">
        <Field label="Code" maxLength={30} autoComplete="off" {...form.field('code')} />
        <Loaded store={$gigs}>
          {(gigs) => (
            <SelectField label="For" {...form.field('gigId')}>
              <option value="">All gigs</option>
              {gigs.map(({ _id, title }) => (
                <option key={_id} value={_id}>
                  {title}
                </option>
              ))}
            </SelectField>
          )}
        </Loaded>
        <Field label="% off" type="number" inputMode="numeric" {...form.field('percent')} />
        <Field label="Or an amount off" inputMode="decimal" {...form.field('amount')} />
        <SelectField label="Currency of the amount" {...form.field('currency')}>
          <option value="INR">Rupees</option>
          <option value="USD">US dollars</option>
        </SelectField>
        <Field label="Last day, optional" type="date" {...form.field('lastDay')} />
        <Field
          label="Number of uses, optional"
          type="number"
          inputMode="numeric"
          {...form.field('maxUses')}
        />
        <Checkbox label="Once per buyer" {...form.field('oncePerBuyer')} />
      </div>
    </SentForm>
  );
}
