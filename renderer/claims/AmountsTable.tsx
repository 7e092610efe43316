import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ClaimAmounts } from '#shared/contract/claims.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Amount } from '../parts/Amount.tsx';
import { outstandingOf } from './outstanding.ts';

const columns = ['ordered', 'cancelled', 'invoiced', 'credited', 'outstanding'] as const;

/** Ordered, cancelled (where anything was), invoiced, credited and outstanding, a row each currency. */
export function AmountsTable({ amounts }: { amounts: readonly ClaimAmounts[] }) {
  const { t } = useWords();
  if (amounts.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('claims.amounts.none')}
      </Typography>
    );
  const shown = columns.filter(
    (name) => name !== 'cancelled' || amounts.some((row) => Number(row.cancelled) !== 0),
  );
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {amounts.map((row) => (
        <Box
          key={row.currency}
          component="dl"
          aria-label={row.currency}
          sx={(theme) => ({
            m: 0,
            display: 'grid',
            gridTemplateColumns: `repeat(${shown.length}, minmax(0, 1fr))`,
            border: `1px solid ${theme.perito.scheme.line}`,
            borderRadius: 1,
            '& > div + div': { borderLeft: `1px solid ${theme.perito.scheme.line}` },
          })}
        >
          {shown.map((name) => (
            <Figure key={name} name={name} row={row} />
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Figure({ name, row }: { name: (typeof columns)[number]; row: ClaimAmounts }) {
  const { t } = useWords();
  const said = name === 'outstanding' ? outstandingOf(row) : { reading: name, amount: row[name] };
  const colour = said.reading === 'over' ? 'error.main' : 'text.primary';
  return (
    <Box sx={{ px: 3, py: 2, minWidth: 0 }}>
      <Typography
        component="dt"
        variant="caption"
        noWrap
        sx={said.reading === 'over' ? { color: colour } : {}}
      >
        {t(`claims.amounts.${said.reading}`)}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{
          m: 0,
          fontWeight: 600,
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
          color: colour,
        }}
      >
        <Amount value={said.amount} currency={row.currency} />
      </Typography>
    </Box>
  );
}
