import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useMemo, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { type Cell, cellOf, type Figure, type FigureColumn, type FigureRow, numberOf } from './figure.ts';
import { useCellText } from './figure-text.ts';
import { TargetLink } from './TargetMenu.tsx';

interface Order {
  column: string;
  descending: boolean;
}

/** The table of a figure: ordered by any of its columns, each number with a link to what is behind it. */
export function FigureTable({ figure, isTall = false }: { figure: Figure; isTall?: boolean }) {
  const { locale } = useI18n();
  const { columns, rows } = figure;
  const [order, setOrder] = useState<Order | null>(null);
  const shown = useMemo(
    () => (order === null ? rows : sorted(figure, order, locale)),
    [figure, rows, order, locale],
  );
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={figure.name}
      sx={{ maxHeight: isTall ? 'none' : 420, outlineOffset: -2 }}
    >
      <Table size="small" stickyHeader={!isTall} aria-label={figure.name}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} order={order} onOrder={setOrder} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((row) => (
            <TableRow key={row.id} hover>
              {columns.map((column) => (
                <BodyCell key={column.id} figure={figure} row={row} column={column} />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const isNumber = (unit: FigureColumn['unit']): boolean =>
  unit !== 'text' && unit !== 'month' && unit !== 'day';

/** Of money the figure's name says the currency. */
function BodyCell({ figure, row, column }: { figure: Figure; row: FigureRow; column: FigureColumn }) {
  const cellText = useCellText();
  const { id, title, unit } = column;
  const [first] = figure.columns;
  const isFirst = id === first?.id;
  const name = cellText(row.cells[0] ?? null, first?.unit ?? 'text', null);
  const cell = cellOf(figure, row, id);
  const isNothing = cell === null || numberOf(cell) === 0;
  const look = isFirst
    ? { fontWeight: 500, color: 'text.primary', minWidth: 96, overflowWrap: 'anywhere' }
    : {
        color: isNothing ? 'text.secondary' : 'text.primary',
        whiteSpace: isNumber(unit) ? 'nowrap' : 'normal',
      };
  return (
    <TableCell
      align={isNumber(unit) ? 'right' : 'left'}
      {...(isFirst ? { component: 'th' as const, scope: 'row' } : {})}
      sx={look}
    >
      <TargetLink
        text={cellText(cell, unit, null)}
        what={isFirst ? name : `${name}, ${title}`}
        targets={row.targets[id] ?? []}
      />
    </TableCell>
  );
}

type HeadCellProps = { column: FigureColumn; order: Order | null; onOrder: (order: Order) => void };

function HeadCell({ column: { id, title, unit }, order, onOrder }: HeadCellProps) {
  const isOrdered = order?.column === id;
  const direction = isOrdered ? (order.descending ? 'desc' : 'asc') : isNumber(unit) ? 'desc' : 'asc';
  return (
    <TableCell
      align={isNumber(unit) ? 'right' : 'left'}
      {...(isOrdered
        ? { 'aria-sort': order.descending ? ('descending' as const) : ('ascending' as const) }
        : {})}
      sx={{ bgcolor: 'background.paper' }}
    >
      <TableSortLabel
        active={isOrdered}
        direction={direction}
        onClick={() => onOrder({ column: id, descending: isOrdered ? !order.descending : isNumber(unit) })}
        // That it can be ordered so is seen without the pointer over it.
        sx={{
          ...{ whiteSpace: 'normal', maxWidth: 'min-content' },
          '& .MuiTableSortLabel-icon': { opacity: isOrdered ? 1 : 0.35 },
        }}
      >
        {title}
      </TableSortLabel>
    </TableCell>
  );
}

/** What lacks the value stands last either way. */
function sorted(figure: Figure, { column, descending }: Order, locale: string) {
  const unit = figure.columns.find(({ id }) => id === column)?.unit ?? 'text';
  const compare = (one: Cell, other: Cell): number => {
    if (!isNumber(unit)) return String(one ?? '').localeCompare(String(other ?? ''), locale);
    const [a, b] = [numberOf(one), numberOf(other)];
    return a === null || b === null ? 0 : a - b;
  };
  const sign = descending ? -1 : 1;
  const isNone = (cell: Cell) => cell === null || cell === '';
  return figure.rows.toSorted((a, b) => {
    const [one, other] = [cellOf(figure, a, column), cellOf(figure, b, column)];
    if (isNone(one) || isNone(other)) return Number(isNone(one)) - Number(isNone(other));
    return sign * compare(one, other);
  });
}
