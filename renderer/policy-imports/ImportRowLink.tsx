import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useActorName } from '../app/actor-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { importLooks, isOver, isRunning } from './import-look.ts';
import { useImportName } from './useImportName.ts';

/** Which file and what became of it; how many rows, whose, and when. */
export function ImportRowLink(props: { row: PolicyImport; href: string; selected: boolean }) {
  const { row } = props;
  const { t, format } = useI18n();
  const who = useActorName();
  const nameOf = useImportName();
  const { tone, icon } = importLooks[row.state];
  const rows = row.rowsTotal ?? row.rowsDone;
  return (
    <RowLink href={props.href} selected={props.selected} loud={!isOver(row) && !isRunning(row)}>
      <span className="first">
        <span className="grow">{nameOf(row)}</span>
        <StateChip tone={tone} icon={icon} label={t(`policies.imports.state.${row.state}`)} />
      </span>
      <span className="second">
        <span className="grow">
          {rows > 0 && `${t('policies.imports.rows', { count: rows, rows: format.count(rows) })} · `}
          {t('policies.imports.by', { who: who(row.startedBy), via: t(`policies.imports.via.${row.via}`) })}
        </span>
        <RelativeTime at={row.startedAt} />
      </span>
    </RowLink>
  );
}
