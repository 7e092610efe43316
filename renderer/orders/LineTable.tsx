import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { Amount } from '../parts/Amount.tsx';

export type Column<Item> = {
  key: string;
  head: string;
  right?: boolean;
  cell: (item: Item) => ReactNode;
  foot?: ReactNode;
};
export type Sum = { words: string; amount: string | null; strong?: boolean };

/** Lines of an order as a table; the sums stand under the last column. */
export function LineTable<Item>(props: {
  label: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  sums: readonly Sum[];
}) {
  const { columns } = props;
  return (
    <TableContainer tabIndex={0} role="region" aria-label={props.label} sx={{ overflowX: 'auto' }}>
      <Table
        size="small"
        sx={{
          '& td:first-of-type, & th:first-of-type': { pl: 0 },
          '& td:last-child, & th:last-child': { pr: 0 },
        }}
      >
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.key} align={column.right === true ? 'right' : 'left'}>
                {column.head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {props.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an order's lines have no other sure name, and never move
            <TableRow key={index}>
              {columns.map((column) => (
                <TableCell key={column.key} align={column.right === true ? 'right' : 'left'}>
                  {column.cell(item)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          {props.sums.map((sum) => (
            <TableRow key={sum.words}>
              <TableCell
                component="th"
                scope="row"
                colSpan={columns.length - 1}
                align="right"
                sx={{
                  border: 0,
                  py: 1,
                  color: sum.strong === true ? 'text.primary' : 'text.secondary',
                  fontWeight: sum.strong === true ? 600 : 400,
                }}
              >
                {sum.words}
              </TableCell>
              <TableCell
                align="right"
                sx={{ border: 0, py: 1, color: 'text.primary', fontWeight: sum.strong === true ? 600 : 400 }}
              >
                <Amount value={sum.amount} bare={sum.strong !== true} />
              </TableCell>
            </TableRow>
          ))}
        </TableFooter>
      </Table>
    </TableContainer>
  );
}
