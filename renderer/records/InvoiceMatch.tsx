import Button from '@mui/material/Button';
import type { SxProps, Theme } from '@mui/material/styles';
import { ArrowRight, Check, CircleX, Copy, TriangleAlert } from 'lucide-react';
import type { OrderMatch } from '#shared/contract/claims.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { claimFilePath, isOpenable } from '../claims/paths.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { recordPath } from './paths.ts';
import { StripLink } from './Related.tsx';

/** What was ordered, invoiced and credited, what is left, and whether the lines match. */
export function MatchSummary({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const odd = oddLines(match);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8, rowGap: 2 }}>
      <MatchSums match={match} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2 }} />
      {odd > 0 && (
        <StateChip
          tone="waiting"
          icon={TriangleAlert}
          label={t('records.match.mismatched', { count: odd })}
        />
      )}
      {isEven(match) && <StateChip tone="matched" icon={Check} label={t('records.match.even')} />}
    </Box>
  );
}

/** What was ordered, invoiced and credited, and what is left; red where more was invoiced than ordered. */
export function MatchSums({ match, sx }: { match: OrderMatch; sx: SxProps<Theme> }) {
  const { t } = useI18n();
  return (
    <Box component="dl" sx={sx}>
      {(['ordered', 'invoiced', 'credited', 'outstanding', 'toCredit'] as const).map((name) => {
        const isAlarm = name === 'toCredit' && Number(match.toCredit) > 0;
        return (
          <Box key={name} sx={{ color: isAlarm ? 'error.main' : 'text.primary' }}>
            <Typography component="dt" variant="caption" noWrap sx={isAlarm ? { color: 'inherit' } : {}}>
              {t(`claims.amounts.${name}`)}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ fontWeight: 600 }}>
              <Amount value={match[name]} currency={match.currency} />
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

/** Where the order's lines are compared one by one; nothing where the order has no claim number. */
export function MatchLink({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const { claimNumber, requestId } = match.order;
  const href =
    claimNumber !== null && isOpenable(claimNumber)
      ? claimFilePath('claimNumber', claimNumber)
      : requestId === null
        ? null
        : claimFilePath('requestId', String(requestId));
  if (href === null) return null;
  return (
    <Button component={Link} href={href} size="small" variant="text" endIcon={<ArrowRight size={14} />}>
      {t('records.match.open')}
    </Button>
  );
}

/** The invoices and credit notes that name an order. */
export function MatchDocuments({ match }: { match: OrderMatch }) {
  const { t, format } = useI18n();
  return (
    <Box component="ul" sx={{ mt: 2 }}>
      {match.documents.map((document) => (
        <li key={document.recordId}>
          <StripLink href={recordPath('financialDocument', document.recordId)}>
            <PlainCode value={document.number} />
            <span className="grow">
              {t(document.isCreditNote ? 'claims.match.creditNote' : 'claims.match.invoice')}
              {document.issuer !== null && ` · ${document.issuer}`}
              {document.date !== null && ` · ${format.day(document.date)}`}
            </span>
            {document.notCompared !== null && (
              <StateChip
                tone="refusal"
                icon={document.duplicateOf === null ? CircleX : Copy}
                label={t(`claims.uncounted.${document.notCompared}`, { number: document.duplicateOf ?? '' })}
              />
            )}
            <span>
              {document.isCreditNote && '−\u2009'}
              <Amount value={document.total} currency={document.currency} />
            </span>
          </StripLink>
        </li>
      ))}
    </Box>
  );
}

const odd: ReadonlySet<OrderMatch['lines'][number]['state']> = new Set([
  'overInvoiced',
  'priceDiffers',
  'quantityDiffers',
  'amountOnly',
  'notCompared',
  'notOrdered',
]);

/** Counts the lines of an order that contradict its documents. A line that is not invoiced yet does not count. */
export const oddLines = (match: Pick<OrderMatch, 'lines'>): number =>
  match.lines.filter((line) => odd.has(line.state)).length;

/** Whether every document was compared with the order and every compared line matches. */
const isEven = (match: Pick<OrderMatch, 'lines' | 'documents'>): boolean =>
  oddLines(match) === 0 &&
  match.documents.every(({ notCompared }) => notCompared === null || notCompared === 'duplicateReceipt') &&
  match.lines.some(({ state }) => state === 'matched');
