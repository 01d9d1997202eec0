/** A link to the other form; the script in `AccountFrame` passes on the `next` parameter. */
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
    <p className="account__note">
      {text}{' '}
      <a href={path} data-preserve-next suppressHydrationWarning>
        {label}
      </a>
    </p>
  );
}
