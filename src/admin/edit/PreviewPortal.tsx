import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  page: Document;
  /** What the page calls the place (data-preview). */
  name: string;
  children: ReactNode;
}

/** Renders the site's own component into its place on a borrowed page. */
export function PreviewPortal({ page, name, children }: Props) {
  const place = page.querySelector(`[data-preview="${name}"]`);
  return place && createPortal(children, place);
}
