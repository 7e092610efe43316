import MuiLink from '@mui/material/Link';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { recordPath } from '../claims/paths.ts';
import type { NamedRecord } from './reports-of-hosts.ts';

/** As many are named. */
const named = 3;

/** "de IR-1, IR-2 y 4 más", each a link. `isWhole`: no others are known to be. */
export function FromRecords({ records, isWhole }: { records: readonly NamedRecord[]; isWhole: boolean }) {
  const { t } = useI18n();
  const more = records.length - named;
  return (
    <>
      {t('downloads.hosts.from')}{' '}
      {records.slice(0, named).map((record, index) => (
        <Fragment key={record.id}>
          {index > 0 && ', '}
          <MuiLink component={Link} underline="always" href={recordPath(record.kind, record.id)}>
            {record.number}
          </MuiLink>
        </Fragment>
      ))}
      {!isWhole
        ? ` ${t('downloads.hosts.andOthers')}`
        : more > 0 && ` ${t('downloads.hosts.andMore', { count: more })}`}
    </>
  );
}
