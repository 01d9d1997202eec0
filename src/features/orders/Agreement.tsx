import { describeDates } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { AgreementTerms } from '../../../api/modules/orders/agreements/rules.ts';
import type { AgreementDto } from '../../../api/modules/orders/agreements/write-agreement.ts';
import { CLOCK_TERMS } from '../../../api/modules/orders/clock/texts.ts';
import { HAND_OVER_TERMS } from '../../../api/modules/orders/texts.ts';
import { instalmentName } from '../../../api/modules/payments/instalment-rules.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { List, ListRow } from '../../components/List.tsx';
import { plainDate, pluralize, priceOf } from '../../lib/format.ts';
import { AgreedCancellation } from './CancellationTable.tsx';
import { Folded } from './Folded.tsx';

/** The agreement of the order; later edits do not change it. */
export const Agreement = ({ agreement }: { agreement: AgreementDto }) => (
  <Folded title="Agreement" plain>
    <p className="muted text-15">
      Accepted on {plainDate(agreement.acceptedAt)}. Later changes to the gig or its prices do not
      affect your order.
    </p>
    <Terms terms={agreement.terms} />
    <Folded title="Details" plain>
      {agreement.terms.texts.legal !== undefined && (
        <p className="text-13">
          <a href={`/api/v1/client/legal/${agreement.terms.texts.legal}`} rel="external">
            Terms of the shop that you accepted
          </a>
        </p>
      )}
      <p className="text-13 agreement__hash">
        Fingerprint <span className="mono">{agreement.sha256}</span>
      </p>
    </Folded>
  </Folded>
);

/** Scope, price, parts and terms. */
export const Terms = ({ terms }: { terms: AgreementTerms }) => (
  <div className="stack">
    <List isPlain label="What is included">
      {terms.scope.map(({ name, quantity, details, amount }) => (
        <ListRow
          key={name}
          title={quantity > 1 ? `${name} × ${quantity}` : name}
          text={details.length > 0 && <span className="text-13">{details.join(' · ')}</span>}
        >
          {amount !== null && <span className="price">{priceOf(amount, terms.currency)}</span>}
        </ListRow>
      ))}
    </List>
    <DefinitionList
      rows={[
        ['Total', priceOf(terms.total, terms.currency)],
        ...terms.parts.map(({ title, amount }, at): [string, string] => [
          instalmentName({ number: at + 1, title, of: terms.parts.length }),
          priceOf(amount, terms.currency),
        ]),
        ['Delivery', pluralize(terms.deliveryDays, 'day')],
        ...(terms.dates ? [['Dates', describeDates(terms.dates)] as [string, string]] : []),
        ...(terms.clock ? [['Clock', CLOCK_TERMS] as [string, string]] : []),
        ...(terms.opensWhenPaid ? [['Files', HAND_OVER_TERMS] as [string, string]] : []),
        ['Revisions', String(terms.revisions)],
      ]}
    />
    <AgreedCancellation terms={terms.cancellation} plain />
  </div>
);
