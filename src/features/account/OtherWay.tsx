import { useEffect, useState } from 'react';
import { nextPath, withNext } from '../../lib/next.ts';

/** Leads to the other form and keeps where the person was going. */
export function OtherWay({ text, label, path }: { text: string; label: string; path: string }) {
  const [href, setHref] = useState(path);
  useEffect(() => setHref(withNext(path, nextPath())), [path]);
  return (
    <p className="account__aside">
      {text} <a href={href}>{label}</a>
    </p>
  );
}
