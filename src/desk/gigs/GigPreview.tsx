import '../../ui/segments.css';
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api, read } from '../../lib/api.ts';
import { Empty } from '../../ui/Empty.tsx';
import { fillerOf } from './fill-page.ts';
import type { GigForm } from './stores.ts';

const WIDTHS = { Phone: 390, Desk: 1280 } as const;
type Device = keyof typeof WIDTHS;
const DEVICES = Object.keys(WIDTHS) as Device[];

/** What a preview neither needs nor may run; the desk's own policy holds in it too. */
const LEFT_OUT = 'script, link[rel*="preload"], dialog, template, #reviews, .seller .line';

let template: Promise<string | null> | undefined;

/** The page of the richest gig that visitors can open, as plain markup. */
async function fetchTemplate(): Promise<string | null> {
  const { gigs } = await read(api.gig.get.$get());
  const parts = (gig: (typeof gigs)[number]) =>
    Math.min(1, gig.FAQ.length) * gig.PricingPlans.length * gig.thumbnailImages.length;
  for (const gig of [...gigs].sort((a, b) => parts(b) - parts(a))) {
    const answer = await fetch(`/my-gig/${gig._id}`, { redirect: 'error' }).catch(() => null);
    if (answer?.ok) return bare(await answer.text());
  }
  return null;
}

function bare(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const each of page.querySelectorAll(LEFT_OUT)) each.remove();
  // The desk has landmarks of its own.
  for (const each of page.querySelectorAll('body > :is(header, footer)')) each.role = 'none';
  page.querySelector('main')?.setAttribute('aria-label', 'The page of the gig');
  page.documentElement.classList.add('js');
  const theme = document.documentElement.dataset['theme'];
  if (theme) page.documentElement.dataset['theme'] = theme;
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** The gig on its page, as a phone and as a desk show it: the site's own markup, no script. */
export function GigPreview({ gig }: { gig: GigForm }) {
  const [page, setPage] = useState<string | null | undefined>();
  const [device, setDevice] = useState<Device>('Phone');
  useEffect(() => {
    template ??= fetchTemplate();
    void template.then(setPage, () => {
      template = undefined;
      setPage(null);
    });
  }, []);
  if (page === undefined) return <div className="skeleton gig-page__frame" aria-hidden="true" />;
  if (page === null) {
    return (
      <Empty icon={MonitorSmartphone} title="No page to show it on">
        <p>The preview borrows the page of a published gig. Publish the first one, then look.</p>
      </Empty>
    );
  }
  return (
    <div className="gig-page" data-device={device}>
      <fieldset className="segments" aria-label="Width of the preview">
        {DEVICES.map((each) => (
          <button
            type="button"
            key={each}
            aria-pressed={each === device}
            onClick={() => setDevice(each)}
          >
            {each}
          </button>
        ))}
      </fieldset>
      <Frame page={page} width={WIDTHS[device]} gig={gig} />
    </div>
  );
}

/** Pictures turn; links and the rest lead nowhere. */
function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest('a')) event.preventDefault();
  const step = target.closest<HTMLElement>('[data-step]')?.dataset['step'];
  const list = step && target.ownerDocument.querySelector('[data-carousel]');
  if (list) list.scrollBy({ left: Number(step) * list.clientWidth });
}

interface FrameProps {
  page: string;
  width: number;
  gig: GigForm;
}

function Frame({ page, width, gig }: FrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [fill, setFill] = useState<ReturnType<typeof fillerOf>>();
  const [size, setSize] = useState({ inline: width, block: 0 });

  useLayoutEffect(() => {
    if (!room.current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize({ inline: entry.contentRect.width, block: entry.contentRect.height });
    });
    watch.observe(room.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => fill?.(gig), [fill, gig]);

  const scale = Math.min(1, size.inline / width);
  return (
    <div className="gig-page__frame" ref={room}>
      <iframe
        ref={frame}
        title="The gig as visitors will see it"
        srcDoc={page}
        style={{
          inlineSize: width,
          blockSize: size.block / scale,
          scale: String(scale),
          ['--scale' as string]: String(scale),
        }}
        onLoad={() => {
          const shown = frame.current?.contentDocument;
          if (!shown) return;
          setFill(() => fillerOf(shown));
          shown.addEventListener('click', onClick);
        }}
      />
    </div>
  );
}
