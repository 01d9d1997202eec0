import './steps.css';
import { Check } from 'lucide-react';

interface Props {
  label: string;
  steps: readonly string[];
  /** The current step, counted from 1. */
  active: number;
}

/** The progress through a process of several steps. */
export function Steps({ label, steps, active }: Props) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, at) => (
        <li
          key={step}
          className={at + 1 < active ? 'steps__done' : undefined}
          aria-current={at + 1 === active ? 'step' : undefined}
        >
          <span className="mono">{at + 1 < active ? <Check aria-label="Done" /> : at + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}
