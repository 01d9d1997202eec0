/** Leads to the other form; `AccountFrame` keeps where the person was going in its address. */
export function AlternativeLink({
  text,
  label,
  path,
}: {
  text: string;
  label: string;
  path: string;
}) {
  return (
    <p className="account__aside">
      {text}{' '}
      <a href={path} data-keeps-next suppressHydrationWarning>
        {label}
      </a>
    </p>
  );
}
