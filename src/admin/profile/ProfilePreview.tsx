import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { publicPageLoader } from '../edit/load-public-page.ts';
import { PagePreview } from '../edit/PagePreview.tsx';
import { $view, type ProfileForm, VIEWS } from './profile-store.ts';
import { showInHome, showInSellerPage } from './show-in-page.ts';

const PAGES = {
  Home: {
    load: publicPageLoader({ findPaths: async () => ['/'], exclude: 'dialog', marker: '.hero' }),
    show: showInHome,
  },
  'About me': {
    load: publicPageLoader({
      findPaths: async () => ['/seller'],
      exclude: 'dialog, .reviews',
      marker: '#about',
    }),
    show: showInSellerPage,
  },
};

/** A preview of the profile on the pages that show most of it. */
export function ProfilePreview({ profile }: { profile: ProfileForm }) {
  const view = useStore($view);
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
          options={VIEWS}
          value={view}
          onChange={(next) => $view.set(next)}
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
