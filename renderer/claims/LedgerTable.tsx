import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { Dossier, LedgerRow, Uncounted } from '#shared/contract/claims.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Amount } from '../parts/Amount.tsx';
import { PlainCode } from '../parts/Code.tsx';

const columns = ['ordered', 'cancelled', 'invoiced', 'credited', 'outstanding', 'toCredit'] as const;

/** Who owes what to whom: a row a party and currency, then what is in none of them, and why. */
export function LedgerTable({ ledger, notCounted }: Pick<Dossier, 'ledger' | 'notCounted'>) {
  const { t } = useWords();
  const shown = columns.filter(
    (name) => name !== 'cancelled' || ledger.some((row) => Number(row.cancelled) !== 0),
  );
  return (
    <>
      {ledger.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('claims.amounts.none')}
        </Typography>
      ) : (
        <TableContainer tabIndex={0} role="group" aria-label={t('claims.detail.section.amounts')}>
          <Table size="small">
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
              {ledger.map((row) => (
                <Party key={`${row.currency} ${row.partyTaxId} ${row.party}`} row={row} shown={shown} />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {notCounted.length > 0 && <NotCounted notCounted={notCounted} />}
    </>
  );
}

function Party({ row, shown }: { row: LedgerRow; shown: readonly (typeof columns)[number][] }) {
  const { t } = useWords();
  return (
    <TableRow>
      <TableCell>
        {row.party ?? row.partyTaxId ?? t('claims.amounts.noParty')}
        {row.partyTaxId !== null && (
          <Typography variant="caption" component="p">
            <PlainCode value={row.partyTaxId} />
          </Typography>
        )}
      </TableCell>
      {shown.map((name) => {
        const isAlarm = name === 'toCredit' && Number(row.toCredit) > 0;
        return (
          <TableCell key={name} align="right" sx={isAlarm ? { color: 'error.main', fontWeight: 600 } : {}}>
            <Amount value={row[name]} currency={row.currency} />
          </TableCell>
        );
      })}
    </TableRow>
  );
}

function NotCounted({ notCounted }: { notCounted: readonly Uncounted[] }) {
  const { t } = useWords();
  return (
    <>
      <Typography variant="subtitle2" sx={{ mt: 3 }}>
        {t('claims.amounts.notCounted')}
      </Typography>
      {notCounted.map((one) => (
        <Typography key={one.recordId} variant="body2">
          <PlainCode value={one.number} />
          {` · ${t(`claims.uncounted.${one.reason}`, { number: one.duplicateOf ?? '' })} · `}
          {one.reason === 'currencyUnknown' ? (
            `${one.amount ?? ''} ${one.currency}`
          ) : (
            <Amount value={one.amount} currency={one.currency} />
          )}
        </Typography>
      ))}
    </>
  );
}
