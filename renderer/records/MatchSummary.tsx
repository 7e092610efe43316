import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ArrowRight, Check, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { OrderMatch } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { dossierPath, isOpenable } from '../claims/paths.ts';
import { Amount } from '../components/Amount.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { isEven, oddLines } from './odd-lines.ts';

/** What was ordered, invoiced and credited, what is left, and whether the lines match. */
export function MatchSummary({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const odd = oddLines(match);
  const sums = [
    { label: t('records.match.ordered'), amount: match.ordered },
    { label: t('records.match.invoiced'), amount: match.invoiced },
    { label: t('records.match.credited'), amount: match.credited },
    { label: t('records.match.outstanding'), amount: match.outstanding },
    { label: t('records.match.toCredit'), amount: match.toCredit, alarm: Number(match.toCredit) > 0 },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8, rowGap: 2 }}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2 }}>
        {sums.map((sum) => (
          <Box key={sum.label} sx={{ color: sum.alarm === true ? 'error.main' : 'text.primary' }}>
            <Typography component="dt" variant="caption" sx={sum.alarm === true ? { color: 'inherit' } : {}}>
              {sum.label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600 }}>
              <Amount value={sum.amount} currency={match.currency} />
            </Typography>
          </Box>
        ))}
      </Box>
      {odd > 0 && (
        <StateChip tone="waiting" icon={TriangleAlert} label={t('records.match.odd', { count: odd })} />
      )}
      {isEven(match) && <StateChip tone="matched" icon={Check} label={t('records.match.even')} />}
    </Box>
  );
}

/** Where the order's lines are compared one by one; nothing where the order has no claim number. */
export function MatchLink({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const { claimNumber, requestId } = match.order;
  const href =
    claimNumber !== null && isOpenable(claimNumber)
      ? dossierPath('claimNumber', claimNumber)
      : requestId === null
        ? null
        : dossierPath('requestId', String(requestId));
  if (href === null) return null;
  return (
    <Button component={Link} href={href} size="small" variant="text" endIcon={<ArrowRight size={14} />}>
      {t('records.match.open')}
    </Button>
  );
}
