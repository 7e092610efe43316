import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleMinus,
  CircleX,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { LineMatch, OrderMatch } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';

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
export function MatchLines({ match }: { match: OrderMatch }) {
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
      sx={{
        overflowX: 'auto',
        borderTop: 1,
        borderColor: 'divider',
        '& tr:last-child td': { borderBottom: 0 },
      }}
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
  const unsure = line.documentLines.map((one) => one.recognisedBy).find((by) => by !== 'name');
  const others = [...new Set(line.documentLines.map((one) => one.number))].join(', ');
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
