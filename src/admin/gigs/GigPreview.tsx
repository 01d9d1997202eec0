import { useEffect } from 'react';
import { isOrderable } from '../../../api/modules/catalog/gigs/rules.ts';
import { Carousel } from '../../features/gigs/Carousel.tsx';
import { ComparePackages } from '../../features/gigs/ComparePackages.tsx';
import { FrequentQuestions } from '../../features/gigs/FrequentQuestions.tsx';
import { OrderBar } from '../../features/gigs/OrderBar.tsx';
import { PricingCard } from '../../features/gigs/PricingCard.tsx';
import { api, readJson } from '../../lib/api.ts';
import { publicPageLoader } from '../edit/load-public-page.ts';
import { PagePreview } from '../edit/PagePreview.tsx';
import { PreviewPortal } from '../edit/PreviewPortal.tsx';
import { safeHtml } from '../edit/safe-html.ts';
import type { GigForm } from './gigs-store.ts';

/** The page of any published gig; all have the same markup. */
const loadGigPage = publicPageLoader({
  findPaths: async () =>
    (await readJson(api.gig.get.$get())).gigs.map(({ _id }) => `/my-gig/${_id}`),
  exclude: 'dialog, #reviews, .seller .line',
});

export const GigPreview = ({ gig }: { gig: GigForm }) => (
  <PagePreview
    loadPage={loadGigPage}
    title="The gig as visitors will see it"
    unavailable="The preview borrows the page of a published gig. Publish the first one, then look."
  >
    {(page) => <GigSections page={page} gig={gig} />}
  </PagePreview>
);

function GigSections({ page, gig }: { page: Document; gig: GigForm }) {
  const { title, description, technologies, pictures, PricingPlans: plans, FAQ } = gig;
  useEffect(() => {
    const target = page.querySelector('[data-preview="description"]');
    if (target) target.innerHTML = safeHtml(description);
  }, [page, description]);
  useEffect(() => {
    page.addEventListener('click', scrollCarousel);
    return () => page.removeEventListener('click', scrollCarousel);
  }, [page]);
  return (
    <>
      <PreviewPortal page={page} name="title">
        {title || 'Untitled'}
      </PreviewPortal>
      <PreviewPortal page={page} name="technologies">
        {[...technologies.entries()].map(([at, name]) => (
          <li key={at} className="tag">
            {name}
          </li>
        ))}
      </PreviewPortal>
      <PreviewPortal page={page} name="pictures">
        {pictures.length > 0 && <Carousel pictures={pictures} />}
      </PreviewPortal>
      <PreviewPortal page={page} name="plans">
        <PricingCard key={plans.length} plans={plans} gigId="" />
      </PreviewPortal>
      <PreviewPortal page={page} name="details">
        {plans.length > 0 && <ComparePackages plans={plans} />}
        {FAQ.length > 0 && <FrequentQuestions questions={FAQ} />}
      </PreviewPortal>
      <PreviewPortal page={page} name="bar">
        {isOrderable(gig) && <OrderBar plans={plans} />}
      </PreviewPortal>
    </>
  );
}

function scrollCarousel({ target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>('[data-step]');
  const list = button?.ownerDocument.querySelector('[data-carousel]');
  if (list) list.scrollBy({ left: Number(button?.dataset['step']) * list.clientWidth });
}
