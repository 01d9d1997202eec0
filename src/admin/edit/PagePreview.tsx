import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Empty } from '../../components/Empty.tsx';
import type { BorrowedPage } from './load-public-page.ts';
import { Segments } from './Segments.tsx';

const WIDTHS = { Phone: 390, Desk: 1280 } as const;
type Device = keyof typeof WIDTHS;
const BAR_CHANGES_AT = 50;
const DEVICES = Object.keys(WIDTHS) as Device[];

interface Props {
  page: BorrowedPage;
  /** What is seen, for who cannot see it. */
  title: string;
  /** Why there is no page to show it on. */
  none: string;
  /** Further choices of what to look at. */
  controls?: ReactNode;
  /** What is rendered into the borrowed page. */
  children: (page: Document) => ReactNode;
}

/** A thing on its page, as a phone and as a desk show it: the site's own markup, no script. */
export function PagePreview({ page, none, controls, ...shown }: Props) {
  const [html, setHtml] = useState<string | null | undefined>();
  const [device, setDevice] = useState<Device>('Phone');
  useEffect(() => void page().then(setHtml, () => setHtml(null)), [page]);
  if (html === undefined)
    return <div className="skeleton page-preview__frame" aria-hidden="true" />;
  if (html === null) {
    return (
      <Empty icon={MonitorSmartphone} title="No page to show it on">
        <p>{none}</p>
      </Empty>
    );
  }
  return (
    <div className="page-preview" data-device={device}>
      <div className="row">
        <Segments label="Width of the preview" of={DEVICES} value={device} set={setDevice} />
        {controls}
      </div>
      <Frame html={html} width={WIDTHS[device]} {...shown} />
    </div>
  );
}

interface FrameProps extends Pick<Props, 'children' | 'title'> {
  html: string;
  width: number;
}

function Frame({ html, width, title, children }: FrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document>();
  const [size, setSize] = useState({ inline: width, block: 0 });

  useLayoutEffect(() => {
    if (!room.current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ inline: entry.contentRect.width, block: entry.contentRect.height });
    });
    watch.observe(room.current);
    return () => watch.disconnect();
  }, []);

  const scale = Math.min(1, size.inline / width);
  return (
    // In React's tree the page lies within the editor's form: closing a popup there saves nothing here.
    <div className="page-preview__frame" ref={room} onSubmit={(event) => event.stopPropagation()}>
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
          const shown = frame.current?.contentDocument;
          if (!shown) return;
          standIn(shown);
          setPage(shown);
        }}
      />
      {page && children(page)}
    </div>
  );
}

/** What the page's scripts would do, as far as it is seen; links lead nowhere. */
function standIn(page: Document): void {
  page.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) event.preventDefault();
  });
  const bar = page.querySelector('[data-bar]');
  page.addEventListener('scroll', () => {
    const passed = page.scrollingElement?.scrollTop ?? 0;
    bar?.toggleAttribute('data-scrolled', passed > BAR_CHANGES_AT);
  });
}
