import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import type { ClaimFile, LedgerRow, Uncounted } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Typography } from '../components/Typography.tsx';
import { useGrowing } from '../components/useGrowing.tsx';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';

const columns = ['ordered', 'cancelled', 'invoiced', 'credited', 'outstanding', 'toCredit'] as const;
type Column = (typeof columns)[number];
/** Columns left out where every row is zero. */
const rare: ReadonlySet<Column> = new Set(['cancelled', 'credited']);

/** Of a claim with a hundred parties only what is in sight is drawn with what is seen at once. */
const partiesAtFirst = 12;

type Props = Pick<ClaimFile, 'ledger' | 'notCounted'>;

/** Who owes what to whom: a row a party and currency, then what is in none of them. */
export const LedgerTable = memo(function LedgerTable({ ledger, notCounted }: Props) {
  const { t } = useI18n();
  const shown = columns.filter((name) => !rare.has(name) || ledger.some((row) => Number(row[name]) !== 0));
  const { shown: parties, more } = useGrowing(ledger, partiesAtFirst);
  if (ledger.length === 0) return <Typography variant="quiet">{t('claims.amounts.none')}</Typography>;
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={t('claims.detail.section.amounts')}>
        <Table
          size="small"
          sx={{
            '& td, & th': { px: 1.5, py: 1, whiteSpace: 'nowrap' },
            '& td:first-of-type, & th:first-of-type': { pl: 0, whiteSpace: 'normal', width: '100%' },
            '& td:last-of-type, & th:last-of-type': { pr: 0 },
            '& tr:last-of-type td': { borderBottom: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{t('claims.amounts.party')}</TableCell>
              {shown.map((name) => (
                <TableCell key={name} align="right">
                  {t(`claims.amounts.${name}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {parties.map((row) => (
              <Party key={`${row.currency} ${row.partyTaxId} ${row.party}`} row={row} shown={shown} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {more}
      {shown.includes('credited') && (
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('claims.amounts.creditedNotOpen')}
        </Typography>
      )}
      {notCounted.length > 0 && <NotCounted notCounted={notCounted} />}
    </>
  );
});

function Party({ row, shown }: { row: LedgerRow; shown: readonly Column[] }) {
  const { t } = useI18n();
  const isForeign = row.currency !== 'DOP';
  return (
    <TableRow>
      <TableCell title={row.partyTaxId ?? ''}>
        {row.party ?? row.partyTaxId ?? t('claims.amounts.noParty')}
        {isForeign && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {` · ${row.currency}`}
          </Box>
        )}
        <WithoutOrder row={row} />
      </TableCell>
      {shown.map((name) => (
        <Figure key={name} name={name} row={row} />
      ))}
    </TableRow>
  );
}

/** Amounts invoiced without an order: neither owed nor settled. */
function WithoutOrder({ row }: { row: LedgerRow }) {
  const { t } = useI18n();
  if (Number(row.withoutOrder) === 0) return null;
  const isCredit = row.withoutOrder.startsWith('-');
  return (
    <Typography variant="caption" component="div" sx={{ color: 'warning.main' }}>
      <Amount value={row.withoutOrder.replace('-', '')} currency={row.currency} />{' '}
      {t(isCredit ? 'claims.amounts.creditWithoutInvoice' : 'claims.amounts.withoutOrder')}
    </Typography>
  );
}

function Figure({ name, row }: { name: Column; row: LedgerRow }) {
  const { t } = useI18n();
  const isNothing = Number(row[name]) === 0;
  const isOpen = !isNothing && (name === 'toCredit' || name === 'outstanding');
  return (
    <TableCell
      align="right"
      sx={{
        ...(isNothing && { color: 'text.secondary' }),
        ...(isOpen && { fontWeight: 600 }),
        ...(isOpen && name === 'toCredit' && { color: 'error.main' }),
      }}
    >
      {isNothing ? (
        t('common.none')
      ) : (
        <Amount bare={row.currency === 'DOP'} value={row[name]} currency={row.currency} />
      )}
    </TableCell>
  );
}

function NotCounted({ notCounted }: { notCounted: readonly Uncounted[] }) {
  const { t } = useI18n();
  return (
    <Box component="ul" aria-label={t('claims.amounts.notCounted')} sx={{ mt: 1.5 }}>
      {notCounted.map((document) => (
        <Typography
          component="li"
          variant="caption"
          key={`${document.recordId} ${document.reason}`}
          sx={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {t('claims.amounts.leftOut')}:{' '}
          <TextLink href={recordPath(document.kind, document.recordId)}>
            <PlainCode value={document.number} />
          </TextLink>
          {` · ${t(`claims.uncounted.${document.reason}`, { number: document.duplicateOf ?? '' })} · `}
          <Amount value={document.amount} currency={document.currency} />
        </Typography>
      ))}
    </Box>
  );
}
