import { useStore } from '@nanostores/react';
import type { WritableAtom } from 'nanostores';
import { Field } from '../../components/Field.tsx';
import type { FieldErrors } from '../../lib/form-errors.ts';
import { $address, ADDRESS_FIELDS } from './stored-address.ts';

interface Props {
  $errors: WritableAtom<FieldErrors>;
  onChange?: () => void;
}

/** The fields of the buyer's address; typing in one removes its error. */
export function AddressFields({ $errors, onChange }: Props) {
  const address = useStore($address);
  const errors = useStore($errors);
  return ADDRESS_FIELDS.map(({ name, ...field }) => (
    <Field
      key={name}
      name={name}
      {...field}
      required
      value={address[name]}
      error={errors[name]}
      onChange={(event) => {
        onChange?.();
        $address.setKey(name, event.target.value);
        if (errors[name]) $errors.set({ ...errors, [name]: '' });
      }}
    />
  ));
}
