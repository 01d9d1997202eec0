const STEPS = ['Order & Details', 'Confirm & Pay', 'Submit Requirements'];

/** Where in the order the buyer is; `active` counts from 1. */
export function Steps({ active }: { active: number }) {
  return (
    <ol className="steps" aria-label="Steps of the order">
      {STEPS.map((step, at) => (
        <li key={step} aria-current={at + 1 === active ? 'step' : undefined}>
          <span className="mono">{at + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}
