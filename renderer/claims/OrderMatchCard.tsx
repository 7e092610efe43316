import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CircleCheck, CircleDashed, CircleHelp, CircleX, Copy, type LucideIcon, Undo2 } from 'lucide-react';
import { Link } from 'wouter';
import type { OrderMatch } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';
import { MatchLines } from './MatchLines.tsx';
import { type MatchState, matchState } from './match-standing.ts';
import { recordPath } from './paths.ts';

/** Three-way matching of one order: the order, the documents that name it, and its lines against theirs. */
export function OrderMatchCard({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const { order } = match;
  return (
    <Box
      component="section"
      aria-label={order.number}
      sx={(theme) => ({
        border: `1px solid ${theme.perito.scheme.line}`,
        borderRadius: 1,
        '& + &': { mt: 4 },
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, px: 4, py: 2.5 }}>
        <Typography variant="h3" noWrap sx={{ flex: 1, minWidth: 0 }}>
          <RecordLink kind={order.kind} id={order.id} number={order.number} />
          {order.partyName !== null && ` · ${order.partyName}`}
        </Typography>
        {match.isCancelled && <StateChip tone="refusal" icon={Undo2} label={t('claims.match.cancelled')} />}
        <MatchStatus match={match} />
      </Box>
      <NotCompared match={match} />
      <Sums match={match} />
      <Documents match={match} />
      {match.lines.length > 0 && <MatchLines match={match} />}
    </Box>
  );
}

const chipStyles: Record<MatchState['is'], { tone: ChipTone; icon: LucideIcon }> = {
  notInvoiced: { tone: 'neutral', icon: CircleDashed },
  notCompared: { tone: 'waiting', icon: CircleHelp },
  even: { tone: 'matched', icon: CircleCheck },
  over: { tone: 'refusal', icon: CircleX },
  under: { tone: 'neutral', icon: CircleDashed },
  noTotal: { tone: 'waiting', icon: CircleHelp },
};

/** Before any line: whether the whole matches. */
function MatchStatus({ match }: { match: OrderMatch }) {
  const { t, format } = useI18n();
  const standing = matchState(match);
  const by = 'by' in standing ? format.money(standing.by, match.currency) : '';
  const isCancelled = standing.is === 'over' && match.isCancelled;
  return (
    <StateChip
      {...chipStyles[standing.is]}
      label={t(`claims.match.standing.${isCancelled ? 'overCancelled' : standing.is}`, { amount: by })}
    />
  );
}

/** That nothing was compared is said in a sentence, since nothing else on the card says so. */
function NotCompared({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const standing = matchState(match);
  if (standing.is !== 'notCompared') return null;
  return (
    <Typography variant="body2" sx={{ px: 4, pb: 2.5 }}>
      {standing.otherCurrencies.length > 0
        ? t('claims.match.otherCurrency', {
            currencies: standing.otherCurrencies.join(', '),
            currency: match.currency,
          })
        : t('claims.match.noneCompared')}
    </Typography>
  );
}

function Sums({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const isOver = Number(match.toCredit) > 0;
  const sums = [
    { name: t('claims.amounts.ordered'), value: match.ordered },
    { name: t('claims.amounts.invoiced'), value: match.invoiced },
    { name: t('claims.amounts.credited'), value: match.credited },
    { name: t('claims.amounts.outstanding'), value: match.outstanding },
    { name: t('claims.amounts.toCredit'), value: match.toCredit, alarm: isOver },
  ];
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        px: 4,
        pb: 3,
        display: 'grid',
        gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
        columnGap: 4,
      }}
    >
      {sums.map((sum) => (
        <Box key={sum.name} sx={{ color: sum.alarm === true ? 'error.main' : 'text.primary' }}>
          <Typography
            component="dt"
            variant="caption"
            noWrap
            sx={sum.alarm === true ? { color: 'inherit' } : {}}
          >
            {sum.name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600 }}>
            <Amount value={sum.value} currency={match.currency} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

function Documents({ match }: { match: OrderMatch }) {
  const { t, format } = useI18n();
  if (match.documents.length === 0)
    return (
      <Typography variant="body2" sx={{ px: 4, pb: 3, color: 'text.secondary' }}>
        {t('claims.match.noDocuments')}
      </Typography>
    );
  return (
    <Box component="ul" sx={{ m: 0, px: 4, pb: 3, listStyle: 'none' }}>
      {match.documents.map((document) => (
        <Box
          component="li"
          key={document.recordId}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) auto',
            alignItems: 'center',
            columnGap: 3,
            py: 1.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
              <Typography variant="body2">
                {t(document.isCreditNote ? 'claims.match.creditNote' : 'claims.match.invoice')}{' '}
                <RecordLink kind="financialDocument" id={document.recordId} number={document.number} />
              </Typography>
              {document.notCompared !== null && (
                <StateChip
                  tone="refusal"
                  icon={document.duplicateOf === null ? CircleX : Copy}
                  label={t(`claims.uncounted.${document.notCompared}`, {
                    number: document.duplicateOf ?? '',
                  })}
                />
              )}
            </Box>
            <Typography variant="caption" component="p" noWrap>
              {document.taxReceiptNumber !== null && <PlainCode value={document.taxReceiptNumber} />}
              {document.issuer !== null && ` · ${document.issuer}`}
              {document.date !== null && ` · ${format.day(document.date)}`}
            </Typography>
          </Box>
          <Typography
            variant="body2"
            sx={
              document.duplicateOf === null ? {} : { textDecoration: 'line-through', color: 'text.secondary' }
            }
          >
            {document.isCreditNote && '−\u2009'}
            <Amount value={document.total} currency={document.currency} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

function RecordLink(props: { kind: Parameters<typeof recordPath>[0]; id: number; number: string }) {
  return (
    <Box
      component={Link}
      href={recordPath(props.kind, props.id)}
      sx={{ color: 'primary.main', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
    >
      <PlainCode value={props.number} />
    </Box>
  );
}
