import { api, read } from '../../lib/api.ts';
import { borrowPage } from '../edit/borrow-page.ts';
import { PagePreview } from '../edit/PagePreview.tsx';
import { fillerOf } from './fill-page.ts';
import type { GigForm } from './stores.ts';

/** The page of the richest gig that visitors can open. */
const gigPage = borrowPage({
  async find() {
    const { gigs } = await read(api.gig.get.$get());
    const parts = (gig: (typeof gigs)[number]) =>
      Math.min(1, gig.FAQ.length) * gig.PricingPlans.length * gig.thumbnailImages.length;
    return [...gigs].sort((a, b) => parts(b) - parts(a)).map(({ _id }) => `/my-gig/${_id}`);
  },
  needs: '#order',
  without: 'dialog, #reviews, .seller .line',
});

export const GigPreview = ({ gig }: { gig: GigForm }) => (
  <PagePreview
    page={gigPage}
    fillerOf={fillerOf}
    thing={gig}
    title="The gig as visitors will see it"
    none="The preview borrows the page of a published gig. Publish the first one, then look."
  />
);
