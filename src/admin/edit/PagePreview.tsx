import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import type { PublicPageLoader } from './load-public-page.ts';

const WIDTHS = { Phone: 390, Desktop: 1280 } as const;
type Device = keyof typeof WIDTHS;
const BAR_CHANGES_AT = 50;
const DEVICES = Object.keys(WIDTHS) as Device[];

interface Props {
  loadPage: PublicPageLoader;
  /** The accessible name of the preview frame. */
  title: string;
  /** Why no page is available for the preview. */
  unavailable: string;
  /** Further controls next to the choice of width. */
  controls?: ReactNode;
  /** Renders the edited content into the loaded page. */
  children: (page: Document) => ReactNode;
}

/** The edited item on its public page, at phone or desktop width: the site's own markup without scripts. */
export function PagePreview({ loadPage, unavailable, controls, ...frame }: Props) {
  const [html, setHtml] = useState<string | null | undefined>();
  const [device, setDevice] = useState<Device>('Phone');
  useEffect(() => void loadPage().then(setHtml, () => setHtml(null)), [loadPage]);
  if (html === undefined)
    return <div className="skeleton page-preview__frame" aria-hidden="true" />;
  if (html === null) {
    return (
      <EmptyState icon={MonitorSmartphone} title="No page to show it on">
        <p>{unavailable}</p>
      </EmptyState>
    );
  }
  return (
    <div className="page-preview" data-device={device}>
      <div className="row">
        <SegmentedControl
          label="Width of the preview"
          options={DEVICES}
          value={device}
          onChange={setDevice}
        />
        {controls}
      </div>
      <Frame html={html} width={WIDTHS[device]} {...frame} />
    </div>
  );
}

interface FrameProps extends Pick<Props, 'children' | 'title'> {
  html: string;
  width: number;
}

function Frame({ html, width, title, children }: FrameProps) {
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document>();
  const [size, setSize] = useState({ inline: width, block: 0 });

  useLayoutEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ inline: entry.contentRect.width, block: entry.contentRect.height });
    });
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);

  const scale = Math.min(1, size.inline / width);
  return (
    // React bubbles a submit inside the preview to the editor's form, which must not save because of it.
    <div
      className="page-preview__frame"
      ref={container}
      onSubmit={(event) => event.stopPropagation()}
    >
      <iframe
        ref={frame}
        title={title}
        srcDoc={html}
        style={{
          inlineSize: width,
          blockSize: size.block / scale,
          scale: String(scale),
          ['--scale' as string]: String(scale),
        }}
        onLoad={() => {
          const loadedPage = frame.current?.contentDocument;
          if (!loadedPage) return;
          emulatePageScripts(loadedPage);
          setPage(loadedPage);
        }}
      />
      {page && children(page)}
    </div>
  );
}

/** Replaces the visible effects of the page's scripts, and disables its links. */
function emulatePageScripts(page: Document): void {
  page.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) event.preventDefault();
  });
  const bar = page.querySelector('[data-bar]');
  page.addEventListener('scroll', () => {
    const scrolled = page.scrollingElement?.scrollTop ?? 0;
    bar?.toggleAttribute('data-scrolled', scrolled > BAR_CHANGES_AT);
  });
}
