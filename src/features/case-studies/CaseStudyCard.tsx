import type { ReactNode } from 'react';
import type { CaseStudyDto } from '../../../api/modules/case-studies/dto.ts';
import { OfferCard } from '../offers/OfferCard.tsx';
import { byline } from '../offers/offers.tsx';
import { allowedNames } from './part-texts.ts';

interface Props {
  caseStudy: CaseStudyDto;
  /** Who asks. */
  name: string;
  isBuyer: boolean;
  children?: ReactNode;
}

/** The question what may be shown of an order: the form to answer it, or what was answered. */
export function CaseStudyCard({ caseStudy, name, isBuyer, children }: Props) {
  const { title, askedAt, answeredAt } = caseStudy;
  const allowed = allowedNames(caseStudy);
  return (
    <OfferCard
      title="A case study of this work"
      state={!answeredAt ? 'Asked' : allowed ? 'Accepted' : 'Declined'}
      isWaiting={isBuyer && !answeredAt}
      by={byline(name, askedAt)}
    >
      {answeredAt ? (
        <p className="text-15">
          {allowed ? `May be shown: ${allowed}.` : 'Nothing may be shown.'}
          {isBuyer && allowed && (
            <>
              {' '}
              <a href="/settings#shown">Take something back</a>
            </>
          )}
        </p>
      ) : (
        !isBuyer && (
          <p className="text-15">
            “{title}”: no answer yet. Until there is one, nothing can be published.
          </p>
        )
      )}
      {children}
    </OfferCard>
  );
}
