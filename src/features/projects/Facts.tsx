interface Props {
  facts: readonly (readonly [name: string, value: string])[];
}

/** Names and values; one that is not given is hidden, so that a refresh can show it. */
export const Facts = ({ facts }: Props) => (
  <dl className="facts" hidden={facts.every(([, value]) => !value)}>
    {facts.map(([name, value]) => (
      <div key={name} hidden={!value}>
        <dt className="text-13">{name}</dt>
        <dd data-part={name}>{value}</dd>
      </div>
    ))}
  </dl>
);
