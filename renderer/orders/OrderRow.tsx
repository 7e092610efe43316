import type { RecordRow } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { useItemText } from '../records/item-words.ts';
import { RecordRowLink } from '../records/RecordRowLink.tsx';

type Props = { row: RecordRow; href: string; selected: boolean };

/** An order in a list: its first part and its total, then who gets it. */
export function OrderRow({ row, href, selected }: Props) {
  const { t } = useI18n();
  const item = useItemText();
  return (
    <RecordRowLink
      row={row}
      href={href}
      selected={selected}
      first={
        <>
          <span className="grow">{item(row)}</span>
          <Amount value={row.total} />
        </>
      }
      second={
        <>
          <PlainCode value={row.number} />
          <span className="grow">{row.partyName ?? t('records.row.noParty')}</span>
        </>
      }
    />
  );
}
