/** Names and values, one per line. */
export const DefinitionList = ({ rows }: { rows: [string, string][] }) => (
  <dl className="definition-list">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
