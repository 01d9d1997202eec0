import { MAX_FILE_NAME_LENGTH } from '../../../api/modules/deliveries/rules.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { useForm } from '../../lib/use-form.ts';
import { addLink } from './owner-orders-store.ts';

interface Props {
  orderId: string;
  onDone: () => void;
}

/** Adds an address to the next delivery. */
export function OwnerAddLink({ orderId, onDone }: Props) {
  const form = useForm(async ({ address = '', name = '' }) => {
    await addLink(orderId, { address, name });
    onDone();
  });
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <Field
        label="Address"
        inputMode="url"
        placeholder="https://"
        required
        ref={focusFirstField}
        {...form.field('address')}
      />
      <Field
        label="Name, optional"
        hint="The buyer reads it, also while the address is closed."
        maxLength={MAX_FILE_NAME_LENGTH}
        {...form.field('name')}
      />
      <p className="row">
        <Button type="submit" disabled={form.busy}>
          Add the link
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
