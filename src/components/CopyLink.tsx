import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { toast } from './toast.ts';

interface Props {
  label: string;
  url: string;
  /** Whether copying it is the one thing to do here. */
  isSolid?: boolean;
  /** What else can be done with it. */
  children?: ReactNode;
}

export const copyLink = (url: string): Promise<void> =>
  navigator.clipboard.writeText(url).then(
    () => void toast('success', 'Link copied'),
    () => void toast('error', 'Copying is not allowed here. Select the link instead.'),
  );

/** An address that is shown once, to copy. */
export function CopyLink({ label, url, isSolid = true, children }: Props) {
  return (
    <>
      <Field label={label} readOnly value={url} onFocus={(event) => event.target.select()} />
      <p className="row">
        <Button
          variant={isSolid ? 'solid' : undefined}
          icon={Copy}
          onClick={() => void copyLink(url)}
        >
          Copy
        </Button>
        {children}
      </p>
    </>
  );
}
