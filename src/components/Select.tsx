import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';

/** A native select with the mark of all selects. */
export const Select = (select: SelectHTMLAttributes<HTMLSelectElement>) => (
  <span className="field__choice">
    <select {...select} />
    <ChevronDown aria-hidden="true" />
  </span>
);
