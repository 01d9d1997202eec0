import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  page: Document;
  /** The `data-preview` value of the element to render into. */
  name: string;
  children: ReactNode;
}

/** Renders the site's own component into its place on the preview page. */
export function PreviewPortal({ page, name, children }: Props) {
  const target = page.querySelector(`[data-preview="${name}"]`);
  return target && createPortal(children, target);
}
