import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { ApiError, messageOf, readJson } from '../../lib/api.ts';
import { adminApi } from '../requests.ts';
import { scrollPreview } from './EditorSection.tsx';

const WIDTHS = { Phone: 390, Desktop: 1280 } as const;
type Device = keyof typeof WIDTHS;
const DEVICES = Object.keys(WIDTHS) as Device[];
const BAR_CHANGES_AT = 50;
/** A pause in typing. */
const PAUSE_MS = 120;
/** Another tab of the same person shows its draft first. */
const RETRY_MS = 500;

type Draft = Parameters<typeof adminApi.preview.$post>[0]['json'];

interface Props {
  draft: Draft;
  /** The accessible name of the preview frame. */
  title: string;
  /** Further controls next to the choice of width. */
  controls?: ReactNode;
  /** A selector of the part of the page to show when it changes. */
  showAt?: string;
  /** Called with the page after each rendering. */
  onRender?: (page: Document) => void;
  /** Called with the link or button that was clicked on the page. */
  onClick?: (target: Element) => void;
}

/** The page of the draft as publishing would make it, at phone or desktop width, without scripts. */
export function PagePreview({ draft, title, controls, ...frame }: Props) {
  const [device, setDevice] = useState<Device>('Phone');
  const [size, setSize] = useState({ inline: 0, block: 0 });
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ inline: entry.contentRect.width, block: entry.contentRect.height });
    });
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  // On a narrow screen the preview is hidden until it is asked for.
  const { html, failure } = useRenderedPage(draft, size.inline > 0);
  const width = WIDTHS[device];
  const scale = Math.min(1, size.inline / width) || 1;
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
        <p className="text-15" data-tone="amber" role="status">
          {failure}
        </p>
      </div>
      <div className={`page-preview__frame ${html ? '' : 'skeleton'}`} ref={container}>
        {html && (
          <Frame
            html={html}
            title={title}
            style={{
              inlineSize: width,
              blockSize: size.block / scale,
              scale: String(scale),
              ['--scale' as string]: String(scale),
            }}
            {...frame}
          />
        )}
      </div>
    </div>
  );
}

/** Also of a preview that has just been closed: two requests of one window would supersede each other. */
let lastRequest: Promise<unknown> = Promise.resolve();

function renderPage(json: Draft) {
  const request = lastRequest.then(() => readJson(adminApi.preview.$post({ json })));
  lastRequest = request.catch(() => {});
  return request;
}

/** The rendered page of the newest draft; after a failure the page before, and why. */
function useRenderedPage(draft: Draft, isVisible: boolean) {
  const [shown, setShown] = useState({ html: '', failure: '' });
  const newest = useRef<string>('');
  const isSending = useRef(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const text = JSON.stringify(draft);
  useEffect(() => {
    newest.current = text;
    if (!isVisible) return;
    const send = async () => {
      if (isSending.current) return;
      isSending.current = true;
      // What was typed while a page was rendered follows at once, without the drafts in between.
      for (let sent = ''; isOpen.current && sent !== newest.current; ) {
        sent = newest.current;
        try {
          const { html } = await renderPage(JSON.parse(sent) as Draft);
          setShown({ html, failure: '' });
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) {
            await new Promise((done) => setTimeout(done, RETRY_MS));
            sent = '';
          } else setShown(({ html }) => ({ html, failure: messageOf(error) }));
        }
      }
      isSending.current = false;
    };
    const timer = setTimeout(() => void send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isVisible]);
  return shown;
}

interface FrameProps extends Pick<Props, 'title' | 'showAt' | 'onRender' | 'onClick'> {
  html: string;
  style: React.CSSProperties;
}

/** A frame in which no script runs. A new rendering changes what differs, so that the page keeps its state. */
function Frame({ html, title, style, showAt, onRender, onClick }: FrameProps) {
  const [first] = useState(() => `<!doctype html>${toPage(html).documentElement.outerHTML}`);
  const [page, setPage] = useState<Document | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const handlers = useRef({ onRender, onClick });
  handlers.current = { onRender, onClick };
  useEffect(() => {
    if (!page) return;
    update(page.documentElement, toPage(html).documentElement);
    page.dispatchEvent(new Event('scroll'));
    handlers.current.onRender?.(page);
  }, [html, page]);
  useEffect(() => {
    if (page && showAt) scrollPreview(page, showAt, 'upper part');
  }, [page, showAt]);
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={first}
      style={style}
      onLoad={() => {
        const loaded = frame.current?.contentDocument;
        if (!loaded) return;
        emulateScripts(loaded, (target) => handlers.current.onClick?.(target));
        setPage(loaded);
      }}
    />
  );
}

/** The rendered page, prepared for the frame. */
function toPage(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  // Removed, because the browser would report each script that it does not run.
  const unused = 'script, noscript, template, link[rel*="preload"], link[rel="expect"]';
  const removed = page.querySelectorAll(`${unused}, dialog:not(.popup)`);
  for (const element of removed) element.remove();
  // Links are dead: Safari does not tell this window of clicks in the frame, and the frame may open no window.
  page.head.prepend(Object.assign(page.createElement('base'), { target: '_blank' }));
  // The dashboard already has these landmarks.
  for (const element of page.querySelectorAll('body > :is(header, footer)')) element.role = 'none';
  page.querySelector('main')?.setAttribute('aria-label', 'The page as visitors see it');
  page.documentElement.classList.add('js');
  const theme = document.documentElement.dataset['theme'];
  if (theme) page.documentElement.dataset['theme'] = theme;
  return page;
}

/** What the visitor opens and closes is not in the markup. */
const KEPT_STATE = 'open';

/** Makes an element like `next`, and keeps the nodes that stay the same. */
function update(element: Element, next: Element): void {
  for (const { name } of [...element.attributes]) {
    if (name !== KEPT_STATE && !next.hasAttribute(name)) element.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name !== KEPT_STATE && element.getAttribute(name) !== value)
      element.setAttribute(name, value);
  }
  const nodes = [...element.childNodes];
  const wanted = [...next.childNodes];
  for (const node of nodes.slice(wanted.length)) node.remove();
  for (const [at, want] of wanted.entries()) {
    const node = nodes[at];
    if (node?.isEqualNode(want)) continue;
    // Nodes of the frame are no instances of this window's classes.
    if (node?.nodeType === Node.ELEMENT_NODE && node.nodeName === want.nodeName) {
      update(node as Element, want as Element);
      continue;
    }
    const copy = element.ownerDocument.importNode(want, true);
    if (node) element.replaceChild(copy, node);
    else element.append(copy);
  }
}

/** Replaces the visible effects of the page's scripts, and disables its links and buttons. */
function emulateScripts(page: Document, onClick: (target: Element) => void): void {
  page.addEventListener('click', (event) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button');
    if (!target) return;
    event.preventDefault();
    const pictures = page.querySelector('[data-carousel]');
    const step = Number(target.dataset['step'] ?? 0);
    pictures?.scrollBy({ left: step * pictures.clientWidth });
    onClick(target);
  });
  page.addEventListener('scroll', () => {
    const scrolled = page.scrollingElement?.scrollTop ?? 0;
    page.querySelector('[data-bar]')?.toggleAttribute('data-scrolled', scrolled > BAR_CHANGES_AT);
  });
}
