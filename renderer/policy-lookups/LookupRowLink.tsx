import type { PolicyLookupRow } from '#shared/contract/policy-lookups.ts';
import { useKeyName } from '../app/key-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { useIncidentTypeLabel } from '../policies/incident-types.ts';
import { LookupChip } from './LookupChip.tsx';

/** For which policy or VIN, and what was answered; what for, who asked, and when. */
export function LookupRowLink(props: { row: PolicyLookupRow; href: string; selected: boolean }) {
  const { row } = props;
  const { t, format } = useI18n();
  const typeWords = useIncidentTypeLabel();
  const keyName = useKeyName();
  return (
    <RowLink href={props.href} selected={props.selected} loud={false}>
      <span className="first">
        <span className="grow">
          <PlainCode value={row.insurancePolicyNumber ?? row.vin ?? ''} />
        </span>
        <LookupChip row={row} />
      </span>
      <span className="second">
        <span className="grow">
          {row.kind === 'balance'
            ? t('policies.lookups.kind.balance')
            : [
                typeWords(row.incidentTypeId),
                row.incidentDate === null ? null : format.day(row.incidentDate),
                keyName(row.keyLabel),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
        </span>
        <RelativeTime at={row.at} />
      </span>
    </RowLink>
  );
}
