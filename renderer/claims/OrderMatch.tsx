import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleMinus,
  CircleX,
  Copy,
  type LucideIcon,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import type { LineMatch, OrderMatch } from '#shared/contract/claims.ts';
import type { RecordKind } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { TextLink } from '../records/Facts.tsx';
import { MatchSums } from '../records/InvoiceMatch.tsx';
import { recordPath } from '../records/paths.ts';

/** Three-way matching of one order: the order, the documents that name it, and its lines against theirs. */
export function OrderMatchCard({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const { order } = match;
  return (
    <Box
      component="section"
      aria-label={order.number}
      sx={{ border: 1, borderRadius: 1, '& + &': { mt: 4 } }}
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
      <MatchSums
        match={match}
        sx={{ px: 4, pb: 3, display: 'grid', gridTemplateColumns: 'repeat(5, minmax(0, 1fr))', columnGap: 4 }}
      />
      <Documents match={match} />
      {match.lines.length > 0 && <MatchLines match={match} />}
    </Box>
  );
}

const chipStyles: Record<MatchState['status'], { tone: ChipTone; icon: LucideIcon }> = {
  notInvoiced: { tone: 'neutral', icon: CircleDashed },
  notCompared: { tone: 'waiting', icon: CircleHelp },
  even: { tone: 'matched', icon: CircleCheck },
  over: { tone: 'refusal', icon: CircleX },
  under: { tone: 'neutral', icon: CircleDashed },
  credited: { tone: 'neutral', icon: Undo2 },
  noTotal: { tone: 'waiting', icon: CircleHelp },
};

/** Before any line: whether the whole matches. */
function MatchStatus({ match }: { match: OrderMatch }) {
  const { t, format } = useI18n();
  const state = matchState(match);
  const by = 'by' in state ? format.money(state.by, match.currency) : '';
  const isCancelled = state.status === 'over' && match.isCancelled;
  return (
    <StateChip
      {...chipStyles[state.status]}
      label={t(`claims.match.status.${isCancelled ? 'overCancelled' : state.status}`, { amount: by })}
    />
  );
}

/** That nothing was compared is said in a sentence, since nothing else on the card says so. */
function NotCompared({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const state = matchState(match);
  if (state.status !== 'notCompared') return null;
  return (
    <Typography variant="body2" sx={{ px: 4, pb: 2.5 }}>
      {state.otherCurrencies.length > 0
        ? t('claims.match.otherCurrency', {
            currencies: state.otherCurrencies.join(', '),
            currency: match.currency,
          })
        : t('claims.match.noneCompared')}
    </Typography>
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
    <Box component="ul" sx={{ px: 4, pb: 3 }}>
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

function RecordLink({ kind, id, number }: { kind: RecordKind; id: number; number: string }) {
  return (
    <TextLink href={recordPath(kind, id)}>
      <PlainCode value={number} />
    </TextLink>
  );
}

const states: Record<LineMatch['state'], { tone: ChipTone; icon: LucideIcon }> = {
  matched: { tone: 'matched', icon: CircleCheck },
  notInvoiced: { tone: 'neutral', icon: CircleDashed },
  partlyInvoiced: { tone: 'waiting', icon: CircleDot },
  overInvoiced: { tone: 'refusal', icon: CircleX },
  priceDiffers: { tone: 'waiting', icon: CircleAlert },
  quantityDiffers: { tone: 'waiting', icon: CircleAlert },
  amountOnly: { tone: 'waiting', icon: CircleHelp },
  notCompared: { tone: 'neutral', icon: CircleHelp },
  credited: { tone: 'neutral', icon: CircleMinus },
  notOrdered: { tone: 'refusal', icon: CircleX },
};

/** So many lines that match are folded where others do not. */
const foldedFrom = 2;

/** Line by line, those first that do not match: what was ordered, what was invoiced for it, what was credited, and how that stands. */
function MatchLines({ match }: { match: OrderMatch }) {
  const { t } = useI18n();
  const label = t('claims.match.lines', { number: match.order.number });
  const [all, setAll] = useState(false);
  const lines = match.lines.map((line, index) => ({ line, index }));
  const differing = lines.filter(({ line }) => line.state !== 'matched');
  // Those that match are only in the way of those that do not.
  const isFolded = !all && differing.length > 0 && lines.length - differing.length >= foldedFrom;
  const shown = isFolded
    ? differing
    : [...differing, ...lines.filter(({ line }) => line.state === 'matched')];
  return (
    <TableContainer
      tabIndex={0}
      role="group"
      aria-label={label}
      sx={{ overflowX: 'auto', borderTop: 1, '& tr:last-child td': { borderBottom: 0 } }}
    >
      <Table size="small" sx={{ '& td:first-of-type, & th:first-of-type': { pl: 4 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('claims.match.line')}</TableCell>
            <TableCell align="right">{t('claims.amounts.ordered')}</TableCell>
            <TableCell align="right">{t('claims.amounts.invoiced')}</TableCell>
            <TableCell align="right">{t('claims.amounts.credited')}</TableCell>
            <TableCell>{t('claims.match.state')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map(({ line, index }) => (
            <Line key={index} line={line} />
          ))}
          {isFolded && (
            <TableRow>
              <TableCell colSpan={5}>
                <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ ml: -1.5 }}>
                  {t('claims.match.matchedLines', { count: lines.length - differing.length })}
                </Button>
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Line({ line }: { line: LineMatch }) {
  const { t, format } = useI18n();
  const { tone, icon } = states[line.state];
  const unsure = line.documentLines
    .map((documentLine) => documentLine.recognisedBy)
    .find((by) => by !== 'name');
  const others = [...new Set(line.documentLines.map((documentLine) => documentLine.number))].join(', ');
  return (
    <TableRow>
      <TableCell sx={{ minWidth: 140 }}>
        {line.name}
        {(unsure !== undefined || line.orderLine === null) && (
          <Typography variant="caption" component="p">
            {[others, unsure === undefined ? '' : t(`claims.match.recognisedBy.${unsure}`)]
              .filter((part) => part !== '')
              .join(' · ')}
          </Typography>
        )}
      </TableCell>
      <TableCell align="right">
        <Amount bare value={line.orderedTotal} />
        {line.orderedQuantity !== null && (
          <Typography variant="caption" component="p" sx={{ whiteSpace: 'nowrap' }}>
            {line.orderedUnitPrice === null
              ? t('claims.match.quantityOnly', { quantity: format.quantity(line.orderedQuantity) })
              : t('claims.match.quantityAndPrice', {
                  quantity: format.quantity(line.orderedQuantity),
                  price: format.amount(line.orderedUnitPrice),
                })}
          </Typography>
        )}
      </TableCell>
      <Billed total={line.invoicedTotal} quantity={line.invoicedQuantity} />
      <Billed total={line.creditedTotal} quantity={line.creditedQuantity} />
      <TableCell>
        <StateChip tone={tone} icon={icon} label={t(`claims.match.states.${line.state}`)} />
      </TableCell>
    </TableRow>
  );
}

function Billed({ total, quantity }: { total: string; quantity: string }) {
  const { t, format } = useI18n();
  const isNothing = Number(total) === 0 && Number(quantity) === 0;
  return (
    <TableCell align="right">
      <Amount bare value={isNothing ? null : total} />
      {!isNothing && (
        <Typography variant="caption" component="p" sx={{ whiteSpace: 'nowrap' }}>
          {t('claims.match.quantityOnly', { quantity: format.quantity(quantity) })}
        </Typography>
      )}
    </TableCell>
  );
}

/** The status of an order against its invoices; amounts are above zero, in the order's currency. */
type MatchState =
  /** No document names it. */
  | { status: 'notInvoiced' }
  /** Documents name it, and none could be held against it: nothing is well, and nothing is wrong, as far as is known. */
  | { status: 'notCompared'; otherCurrencies: string[] }
  | { status: 'even' }
  | { status: 'over'; by: string }
  | { status: 'under'; by: string }
  /** All of it was invoiced, and so much of that credited and not issued again. */
  | { status: 'credited'; by: string }
  /** Compared line by line alone, since the order has no total. */
  | { status: 'noTotal' };

type Matched = Pick<
  OrderMatch,
  'documents' | 'comparedCount' | 'totalMatches' | 'difference' | 'outstanding' | 'currency'
>;

export function matchState(match: Matched): MatchState {
  const { documents, comparedCount, totalMatches, difference, outstanding } = match;
  if (documents.length === 0) return { status: 'notInvoiced' };
  if (comparedCount === 0) {
    const others = documents.filter(({ notCompared }) => notCompared === 'otherCurrency');
    return { status: 'notCompared', otherCurrencies: [...new Set(others.map(({ currency }) => currency))] };
  }
  if (totalMatches) return { status: 'even' };
  if (difference === null) return { status: 'noTotal' };
  const by = difference.replace(/^-/, '');
  if (!difference.startsWith('-')) return { status: 'over', by };
  return outstanding === null || Number(outstanding) === 0
    ? { status: 'credited', by }
    : { status: 'under', by: outstanding };
}
