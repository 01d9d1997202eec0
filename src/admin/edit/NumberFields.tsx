import '../../features/offers/offers.css';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../components/Field.tsx';

type Input = Omit<ComponentProps<typeof Field>, 'type' | 'inputMode'>;

/** The numbers of a quote or a change, beside each other. */
export const NumberFields = ({ children }: { children: ReactNode }) => (
  <div className="auto-columns auto-columns--narrow">{children}</div>
);

export const NumberField = (input: Input) => <Field type="number" inputMode="numeric" {...input} />;

export const PriceField = ({ currency, ...input }: Omit<Input, 'label'> & { currency: string }) => (
  <Field
    label={`Price in ${currency === 'INR' ? '₹' : '$'}`}
    type="number"
    inputMode="decimal"
    step={0.01}
    {...input}
  />
);
