import IconButton from '@mui/material/IconButton';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { navigate } from '../../app/hash-location.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { Box } from '../Box.tsx';
import { Tooltip } from '../Tooltip.tsx';
import { adjacentRow } from './useListNavigation.ts';
import type { List } from './useListQuery.ts';

/** The ways to the rows before and after the open one; null at the ends of its list. */
type Neighbours = { previous: string | null; next: string | null };

/** Null where what is open stands in no list. */
const NeighbourContext = createContext<Neighbours | null>(null);

/** So many rows before the end of what is loaded the next ones are fetched, also where the list is out of sight. */
const ahead = 5;

type Props<Row extends { id: number | string }> = {
  list: List<Row>;
  selected: Row['id'] | null;
  hrefOf: (row: Row) => string;
  children: ReactNode;
};

/** Tells a detail what stands before and after it in its list. */
export function NeighbourProvider<Row extends { id: number | string }>(props: Props<Row>) {
  const { list, selected, hrefOf, children } = props;
  const { rows, onNearEnd } = list;
  const index = selected === null ? -1 : rows.findIndex(({ id }) => id === selected);
  const isNearEnd = index >= 0 && index >= rows.length - ahead;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
  const [before, after] = index < 0 ? [] : ([-1, 1] as const).map((by) => adjacentRow(rows, selected, by));
  const previous = before == null ? null : hrefOf(before);
  const next = after == null ? null : hrefOf(after);
  const value = useMemo(() => (index < 0 ? null : { previous, next }), [index, previous, next]);
  return <NeighbourContext value={value}>{children}</NeighbourContext>;
}

/** The buttons to the record before and after, for a detail's head: the same as J and K, without going back to the list. */
export function NeighbourButtons() {
  const { t } = useI18n();
  const neighbours = use(NeighbourContext);
  if (neighbours === null) return null;
  return (
    <Box sx={{ display: 'flex', flex: 'none' }}>
      {(['previous', 'next'] as const).map((side) => {
        const href = neighbours[side];
        const key = side === 'previous' ? 'K' : 'J';
        const Icon = side === 'previous' ? ChevronUp : ChevronDown;
        return (
          <Tooltip key={side} title={`${t(`work.neighbour.${side}`)} (${key})`}>
            {/* A button that does nothing has no hover of its own. */}
            <span>
              <IconButton
                aria-label={t(`work.neighbour.${side}`)}
                aria-keyshortcuts={key}
                disabled={href === null}
                onClick={() => href !== null && navigate(href, { replace: true })}
              >
                <Icon size={18} aria-hidden />
              </IconButton>
            </span>
          </Tooltip>
        );
      })}
    </Box>
  );
}
