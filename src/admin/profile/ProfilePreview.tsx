import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { publicPageLoader } from '../edit/load-public-page.ts';
import { PagePreview } from '../edit/PagePreview.tsx';
import { patchHomePage, patchSellerPage } from './patch-profile-pages.ts';
import { $previewedPage, PREVIEWED_PAGES, type ProfileForm } from './profile-store.ts';

const PAGES = {
  Home: {
    load: publicPageLoader({ findPaths: async () => ['/'], exclude: 'dialog', marker: '.hero' }),
    show: patchHomePage,
  },
  'About me': {
    load: publicPageLoader({
      findPaths: async () => ['/seller'],
      exclude: 'dialog, .reviews',
      marker: '#about',
    }),
    show: patchSellerPage,
  },
};

/** A preview of the profile on the pages that show most of it. */
export function ProfilePreview({ profile }: { profile: ProfileForm }) {
  const view = useStore($previewedPage);
  const { load, show } = PAGES[view];
  return (
    <PagePreview
      key={view}
      loadPage={load}
      title="The page as visitors will see it"
      unavailable="The preview borrows the published page. Publish the site, then look."
      controls={
        <SegmentedControl
          label="Which page"
          options={PREVIEWED_PAGES}
          value={view}
          onChange={(next) => $previewedPage.set(next)}
        />
      }
    >
      {(page) => <Shown page={page} profile={profile} show={show} />}
    </PagePreview>
  );
}

interface ShownProps {
  page: Document;
  profile: ProfileForm;
  show: (page: Document, profile: ProfileForm) => void;
}

function Shown({ page, profile, show }: ShownProps) {
  useEffect(() => show(page, profile), [page, profile, show]);
  return null;
}
