import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_PAGES } from '../../../api/modules/deliveries/rules.ts';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { DAMAGED, type OpenPdf, openPdf } from './open-pdf.ts';
import { $zoom } from './use-zoom.ts';

interface Props {
  address: string;
  name: string;
  /** Lays the pins of a page over it. */
  onPage: (page: number, content: ReactNode) => ReactNode;
}

/** The pages of a document, each drawn while it is looked at. */
export function PdfPages({ address, name, onPage }: Props) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let isShown = true;
    const opening = openPdf(address);
    opening.then(
      (opened) => isShown && setPdf(opened),
      (error: Error) => isShown && setFailure(error.message),
    );
    return () => {
      isShown = false;
      opening.then(
        ({ close }) => close(),
        () => {},
      );
    };
  }, [address]);
  if (failure) return <p role="alert">{failure}</p>;
  if (!pdf) return <SkeletonRows says={`Opening ${name}…`} />;
  const shown = Math.min(pdf.pages, MAX_PAGES);
  return (
    <>
      {pdf.pages > shown && (
        <p className="notice">
          The first {shown} of {pdf.pages} pages are shown. Download the document for the rest.
        </p>
      )}
      <ol className="stack stack--medium" aria-label={`Pages of ${name}`}>
        {[...Array(shown).keys()].map((at) => (
          <PdfPage
            key={at}
            {...{ pdf, onPage }}
            number={at + 1}
            of={pdf.pages}
            onFailure={setFailure}
          />
        ))}
      </ol>
    </>
  );
}

interface PageProps extends Pick<Props, 'onPage'> {
  pdf: OpenPdf;
  number: number;
  of: number;
  onFailure: (message: string) => void;
}

/** Its drawing is given back when it is out of sight: thousands would not fit into memory. */
function PdfPage({ pdf, number, of, onPage, onFailure }: PageProps) {
  const frame = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  const sharpness = Math.ceil(useStore($zoom));
  useEffect(() => {
    if (!frame.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => setNear(entry?.isIntersecting ?? false),
      { scrollMargin: '400px' },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <li ref={frame} className="pdf-page framed">
      {onPage(
        number,
        isNear && <Drawing key={sharpness} {...{ pdf, number, of, onFailure, sharpness }} />,
      )}
    </li>
  );
}

interface DrawingProps extends Omit<PageProps, 'onPage'> {
  /** For how large a page it is drawn, 1 is as wide as its place. */
  sharpness: number;
}

function Drawing({ pdf, number, of, onFailure, sharpness }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const drawn = canvas.current;
    const frame = drawn?.closest('li');
    if (!drawn || !frame) return;
    let isShown = true;
    pdf.draw(number, drawn, (frame.clientWidth / $zoom.get()) * sharpness).then(
      (words) => {
        if (!isShown) return;
        setText(words);
        frame.style.aspectRatio = `${drawn.width} / ${drawn.height}`;
      },
      (error: Error) => isShown && onFailure(error.message || DAMAGED),
    );
    return () => {
      isShown = false;
    };
  }, [pdf, number, onFailure, sharpness]);
  return (
    <>
      <canvas
        ref={canvas}
        className={text === null ? 'viewed-picture skeleton' : 'viewed-picture'}
        role="img"
        aria-label={`Page ${number} of ${of}`}
      />
      <p className="visually-hidden">{text}</p>
    </>
  );
}
