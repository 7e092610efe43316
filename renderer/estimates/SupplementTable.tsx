import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Minus, PencilLine, Plus } from 'lucide-react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import {
  type ChangedLine,
  type EstimateLine,
  estimateOf,
  type Supplement,
  supplementOf,
} from './estimate.ts';

const icons: Record<ChangedLine['state'], LucideIcon> = { added: Plus, removed: Minus, changed: PencilLine };

/** What changed in words: "2 añadidas, 1 cambiada", and by how much it is more or less. */
export function useSupplementWords(): (supplement: Supplement) => string {
  const { t, format } = useI18n();
  return ({ lines, difference }) => {
    const counts = (['added', 'removed', 'changed'] as const).flatMap((state) => {
      const count = lines.filter((line) => line.state === state).length;
      return count === 0 ? [] : [t(`estimates.${state}`, { count })];
    });
    const words = counts.length === 0 ? t('estimates.same') : counts.join(', ');
    return difference === null ? words : `${words} · ${signed(difference, format.money)}`;
  };
}

const signed = (difference: string, money: (text: string) => string): string => {
  if (Number(difference) === 0) return money('0');
  return difference.startsWith('-') ? `−${money(difference.slice(1))}` : `+${money(difference)}`;
};

/** The lines that changed from one estimate to the next, each as it was and as it is, and both totals. */
export function SupplementTable({ supplement, label }: { supplement: Supplement; label: string }) {
  const { t, format } = useI18n();
  const { lines, unchanged, before, after, difference } = supplement;
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={label}>
        <Table
          size="small"
          aria-label={label}
          sx={{
            '& td, & th': { px: 1.5, py: 1 },
            '& td:first-of-type, & th:first-of-type': { pl: 0 },
            '& td:last-of-type, & th:last-of-type': { pr: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{t('estimates.line')}</TableCell>
              <TableCell align="right">{t('estimates.quantity')}</TableCell>
              <TableCell align="right">{t('estimates.price')}</TableCell>
              <TableCell align="right">{t('estimates.before')}</TableCell>
              <TableCell align="right">{t('estimates.after')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a record's lines have no other sure name, and never move
              <Changed key={index} line={line} />
            ))}
            <TableRow sx={{ '& td, & th': { borderBottom: 0, fontWeight: 600 } }}>
              <TableCell component="th" scope="row" colSpan={3}>
                {t('estimates.total')}
                {difference !== null && (
                  <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                    {` ${signed(difference, format.money)}`}
                  </Box>
                )}
              </TableCell>
              <TableCell align="right">
                <Amount bare value={before} />
              </TableCell>
              <TableCell align="right">
                <Amount bare value={after} />
              </TableCell>
            </TableRow>
          </TableBody>
        </Table>
      </TableContainer>
      {unchanged > 0 && (
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('estimates.unchanged', { count: unchanged })}
        </Typography>
      )}
      {difference === null && (
        <Typography variant="caption" component="p" sx={{ mt: 1, color: 'warning.main' }}>
          {t('estimates.incomplete')}
        </Typography>
      )}
    </>
  );
}

function Changed({ line: { state, before, after } }: { line: ChangedLine }) {
  const { t, format } = useI18n();
  const Icon = icons[state];
  const shown = after ?? before;
  const from = (field: 'quantity' | 'price', words: (text: string | null) => string) => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    if (before === null || after === null || words(was) === words(is)) return words(is ?? was);
    return `${words(was)} → ${words(is)}`;
  };
  const amount = (of: EstimateLine | null) =>
    of === null ? t('common.none') : <Amount bare value={of.total} />;
  return (
    <TableRow>
      <TableCell>
        <Box component="span" sx={{ display: 'flex', gap: 2 }}>
          <Box component="span" sx={{ color: 'text.secondary', pt: 0.5, lineHeight: 0, flex: 'none' }}>
            <Icon size={13} aria-hidden />
          </Box>
          <span>
            {shown?.name ?? t('common.none')}
            <Typography variant="caption" component="div">
              {t(`estimates.state.${state}`)}
              {shown?.code != null && shown.code !== '' && (
                <>
                  {' · '}
                  <PlainCode value={shown.code} />
                </>
              )}
            </Typography>
          </span>
        </Box>
      </TableCell>
      <TableCell align="right">{from('quantity', format.quantity)}</TableCell>
      <TableCell align="right">{from('price', format.amount)}</TableCell>
      <TableCell align="right">{amount(before)}</TableCell>
      <TableCell align="right">{amount(after)}</TableCell>
    </TableRow>
  );
}

/** What a revision of a report or an order changed in its lines; nothing of one that came once, or of a document. */
export function RevisionSupplement({ record, revision }: { record: RecordDetail; revision: number }) {
  const { t } = useI18n();
  const api = useApi();
  const earlier = record.revisions.find((row) => row.revision === revision - 1);
  const isAsked = earlier !== undefined && earlier.archivedIn === null && record.kind !== 'financialDocument';
  const query = useQuery({
    ...api.records.get.queryOptions({ input: { id: record.id, revision: revision - 1 } }),
    enabled: isAsked,
  });
  if (!isAsked) return null;
  const [before, after] = [
    query.data === undefined ? null : estimateOf(query.data.content),
    estimateOf(record.content),
  ];
  if (before === null || after === null)
    return query.isError ? <ErrorState query={query} inset="detail" /> : null;
  const supplement = supplementOf(before, after);
  const title = t('estimates.since', { revision: revision - 1 });
  return (
    <Section title={title}>
      {supplement.lines.length === 0 ? (
        <Typography variant="quiet">{t('estimates.same')}</Typography>
      ) : (
        <SupplementTable supplement={supplement} label={title} />
      )}
    </Section>
  );
}
