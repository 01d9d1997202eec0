import { Download } from 'lucide-react';
import { documentFile } from '../../../api/modules/billing/document-number-rules.ts';
import type { BillingDocumentDto } from '../../../api/modules/billing/documents-dto.ts';
import { List, ListRow } from '../../components/List.tsx';
import { plainDate, price } from '../../lib/format.ts';

interface Props {
  documents: BillingDocumentDto[];
  /** Of the order. */
  currency: string;
  /** The order's address for downloads, without a slash at its end. */
  base: string;
}

/** Receipts, refund notes, the invoice and credit notes of an order, each as a PDF. */
export const OwnerDocuments = ({ documents, currency, base }: Props) => (
  <List isPlain label="Documents">
    {documents.map(({ number, title, amount, at }) => (
      <ListRow
        key={number}
        title={
          <>
            {title} <span className="mono">{number}</span>
          </>
        }
        note={`${plainDate(at)} · ${price(amount, currency)}`}
      >
        <a
          className="button button--small"
          href={`${base}/receipts/${documentFile(number)}`}
          download={documentFile(number)}
          aria-label={`${title} ${number}`}
        >
          <Download aria-hidden="true" /> PDF
        </a>
      </ListRow>
    ))}
  </List>
);
