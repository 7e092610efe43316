import type { RecordRow } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { RecordRowLink } from '../records/RecordRowLink.tsx';
import { useDocumentText } from './document-words.ts';

type Props = { row: RecordRow; href: string; selected: boolean };

/** A document in a list: its issuer and total, then its receipt, which is never cut, what it is, and its day. */
export function DocumentRow({ row, href, selected }: Props) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const what = useDocumentText();
  const heading = row.heading?.kind === 'financialDocument' ? row.heading : null;
  return (
    <RecordRowLink
      row={row}
      href={href}
      selected={selected}
      first={
        <>
          <span className="grow">{row.partyName ?? t('records.row.noParty')}</span>
          <span>
            {heading !== null && isCreditNote(heading) && '−\u2009'}
            <Amount value={row.total} currency={heading?.currency ?? 'DOP'} />
          </span>
        </>
      }
      second={
        <span className="grow">
          {heading?.taxReceiptNumber == null ? (
            t('documents.row.noReceipt')
          ) : (
            <PlainCode value={heading.taxReceiptNumber} />
          )}
          {heading !== null && ` · ${what(heading)}`}
          {heading?.documentDate != null && ` · ${format.dayShort(heading.documentDate, now)}`}
        </span>
      }
    />
  );
}
