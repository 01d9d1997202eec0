import '../edit/edit.css';
import { useState } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { PagePreview } from '../edit/PagePreview.tsx';
import { ScreenLayout } from '../ScreenLayout.tsx';

const PAGES = {
  Home: '/',
  Services: '/my-gig',
  'Past work': '/my-work',
  Seller: '/seller',
  Terms: '/terms',
  Contact: '/contact',
};
type PageName = keyof typeof PAGES;
const NAMES = Object.keys(PAGES) as PageName[];

/** The path that a link of the page leads to; null for another site or a page of the signed-in area. */
function pathOfLink(target: Element): string | null {
  const href = target.getAttribute('href');
  if (!href || !URL.canParse(href, location.origin)) return null;
  const { origin, pathname } = new URL(href, location.origin);
  const isPage = [...Object.values(PAGES), '/privacy', '/refunds', '/delivery'].includes(pathname);
  if (origin !== location.origin) return null;
  return isPage || pathname.startsWith('/my-gig/') ? pathname : null;
}

/** The shop as visitors will see it once it is open, with the links between its pages. */
export function Look() {
  const [path, setPath] = useState('/');
  const shown = NAMES.find((name) => PAGES[name] === path);
  return (
    <ScreenLayout
      title="As a visitor"
      note="What is saved and listed, before anybody else sees it. Follow its links."
    >
      <PagePreview
        draft={{ kind: 'saved', page: path }}
        title="The shop as visitors will see it"
        controls={
          <SegmentedControl
            label="Page"
            options={NAMES}
            value={shown ?? ('' as PageName)}
            onChange={(name) => setPath(PAGES[name])}
          />
        }
        onClick={(target) => {
          const next = pathOfLink(target);
          if (next) setPath(next);
        }}
      />
    </ScreenLayout>
  );
}
