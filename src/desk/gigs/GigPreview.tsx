import { Check } from 'lucide-react';
import { counted, rupees } from '../../lib/format.ts';
import type { GigForm } from './stores.ts';

// Only what api/gigs/html.ts lets through, so that a preview runs nothing either.
const ALLOWED = /^(P|H3|H4|UL|OL|LI|STRONG|EM|BR|A|CODE)$/;

function safe(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...body.querySelectorAll('*')]) {
    if (!ALLOWED.test(element.tagName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      if (name !== 'href' || !/^(https:|mailto:)/.test(value)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

/** The gig's page in small: the same words, pictures and prices in the site's own type. */
export function GigPreview({ gig }: { gig: GigForm }) {
  const [first] = gig.pictures;
  return (
    <article className="gig-preview">
      {first ? (
        <img src={first.url} alt={first.alt} width={first.width} height={first.height} />
      ) : (
        <div className="gig-preview__none">No picture yet</div>
      )}
      <h3>{gig.title || 'Untitled'}</h3>
      <ul className="gig-preview__plans">
        {gig.PricingPlans.map((plan) => (
          <li key={plan.planType} className="gig-preview__plan sheet">
            <span className="fine">{plan.planType}</span>
            <span className="price">{rupees(plan.price)}</span>
            <strong>{plan.title}</strong>
            <span className="fine">
              {counted(plan.deliveryDays, 'day')}, {counted(plan.revisionCount, 'revision')}
            </span>
            <ul>
              {plan.features.map((feature) => (
                <li className="gig-preview__feature" key={feature}>
                  <Check aria-hidden="true" /> {feature}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <h4>About this gig</h4>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned above; the server cleans it again. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: safe(gig.description) }} />
      <ul className="tags" aria-label="Technologies">
        {gig.technologies.map((name) => (
          <li className="tag" key={name}>
            {name}
          </li>
        ))}
      </ul>
      {gig.FAQ.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p className="muted">{answer}</p>
        </details>
      ))}
    </article>
  );
}
