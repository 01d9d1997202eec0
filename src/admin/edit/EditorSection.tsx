import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** A selector of the part of the page that the section edits; the preview scrolls there. */
  previewTarget: string;
  /** The missing content; empty when nothing is missing. */
  missing?: string;
  /** The fields stand beside each other where there is room. */
  isColumns?: boolean | undefined;
  children: ReactNode;
}

/** A text about missing content, beside its field. */
export const MissingNote = ({ text }: { text: string }) =>
  text ? (
    <p className="text-15" data-tone="amber">
      {text}
    </p>
  ) : null;

/** A part of an editor's form, listed above the form. */
export const EditorSection = ({
  title,
  previewTarget,
  missing = '',
  isColumns,
  children,
}: Props) => (
  <section
    className={`card card--padded ${isColumns ? 'auto-columns' : 'stack'}`}
    data-section={title}
    data-preview-target={previewTarget}
  >
    <h2 tabIndex={-1}>{title}</h2>
    <MissingNote text={missing} />
    {children}
  </section>
);

/** Names the part of the page that one field edits, inside a section that edits several. */
export const PreviewTarget = ({ part, children }: { part: string; children: ReactNode }) => (
  <div className="editor__section" data-preview-target={part}>
    {children}
  </div>
);

/** Buttons that jump to the sections of the form. */
export function SectionLinks({ titles }: { titles: readonly string[] }) {
  const jump = (title: string) => {
    const heading = document.querySelector<HTMLElement>(`[data-section="${title}"] > h2`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav className="row editor__section-links" aria-label="Sections">
      {titles.map((title) => (
        <button type="button" key={title} onClick={() => jump(title)}>
          {title}
        </button>
      ))}
    </nav>
  );
}

/** Scrolls the preview to the part that the focused field edits. */
export function scrollPreviewTo(form: HTMLElement, field: Element): void {
  const part = field.closest<HTMLElement>('[data-preview-target]')?.dataset['previewTarget'];
  const page = form.querySelector('iframe')?.contentDocument;
  if (page && part) scrollPreview(page, part, 'upper part');
}

/** Scrolls the preview's page so that the element is in this place of the frame. */
export function scrollPreview(page: Document, part: string, to: 'upper part' | 'middle'): void {
  const shown = page.querySelector(part);
  const scroller = page.scrollingElement;
  if (!shown || !scroller) return;
  // Not `scrollIntoView`, which scrolls the form around the preview, too.
  const { top, height } = shown.getBoundingClientRect();
  const place = to === 'middle' ? (scroller.clientHeight - height) / 2 : scroller.clientHeight / 4;
  scroller.scrollTo({ top: scroller.scrollTop + top - place, behavior: 'instant' });
}
