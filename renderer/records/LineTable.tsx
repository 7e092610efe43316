import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Big from 'big.js';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { shows } from '../components/field-anchors.ts';
import { useLead } from './lead.ts';

export type Column<Item> = {
  key: string;
  header: ReactNode;
  /** The fields of a line that the column shows, by their names in the interface. */
  fields?: readonly string[];
  right?: boolean;
  /** Shown only in a wide pane; another column's `narrow` part must show the same. */
  wide?: boolean;
  cell: (item: Item) => ReactNode;
};

/** A column of amounts, as one field of each line has them. */
export function amountColumn<Field extends string>(field: Field, header: ReactNode, wide = false) {
  return {
    key: field,
    header,
    fields: [field],
    right: true,
    wide,
    cell: (item: Readonly<Record<Field, string | null>>) => <Amount bare value={item[field]} />,
  };
}

type Sum = {
  label: string;
  amount: string | null;
  /** The total, which carries its currency. */
  strong?: boolean;
  currency?: string;
  /** The field of the body that the sum shows. */
  at?: string;
};

/** The most lines laid out at first. */
const shownLines = 300;

/** Lines of a record as a table, and under its last column the sums. */
export function LineTable<Item>(props: {
  label: string;
  /** The pointer of the lines' list in the body, for example `/items`. */
  at: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  sums: readonly Sum[];
}) {
  const { columns, at } = props;
  const { t, format } = useI18n();
  const { lead } = useLead();
  const [wantsAll, setWantsAll] = useState(false);
  // A link can lead to a field of any line.
  const isAll =
    wantsAll || props.items.length <= shownLines || (lead?.pointer?.startsWith(`${at}/`) ?? false);
  const items = isAll ? props.items : props.items.slice(0, shownLines);
  return (
    <>
      <TableContainer
        tabIndex={0}
        role="group"
        aria-label={props.label}
        sx={{ overflowX: 'auto', containerType: 'inline-size' }}
      >
        <Table
          size="small"
          sx={{
            '& .wide': { '@container (max-width: 799px)': { display: 'none' } },
            '& .narrow': { '@container (min-width: 800px)': { display: 'none' } },
            '& th': { '@container (max-width: 639px)': { whiteSpace: 'normal' } },
            '& td, & th': { '@container (max-width: 559px)': { px: 1 } },
            '& td:first-of-type, & th:first-of-type': { pl: 0 },
            '& td:last-child, & th:last-child': { pr: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableCell
                  key={column.key}
                  align={column.right === true ? 'right' : 'left'}
                  {...(column.wide === true ? { className: 'wide' } : {})}
                >
                  {column.header}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a record's lines have no other sure name, and never move
              <TableRow key={index} {...shows(`${at}/${index}`)}>
                {columns.map((column) => (
                  <TableCell
                    key={column.key}
                    {...shows(column.fields?.map((name) => `${at}/${index}/${name}`))}
                    align={column.right === true ? 'right' : 'left'}
                    {...(column.wide === true ? { className: 'wide' } : {})}
                  >
                    {column.cell(item)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {!isAll && (
        <Button size="small" onClick={() => setWantsAll(true)} sx={{ mt: 2 }}>
          {t('records.allLines', { length: format.count(props.items.length) })}
        </Button>
      )}
      <Sums sums={props.sums} />
    </>
  );
}

function Sums({ sums }: { sums: readonly Sum[] }) {
  return (
    <Box
      component="dl"
      sx={{
        mt: 2,
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        columnGap: 6,
        rowGap: 1,
        textAlign: 'right',
      }}
    >
      {sums.map((sum) => (
        <Box
          key={sum.label}
          sx={{
            typography: 'body2',
            display: 'contents',
            color: sum.strong === true ? 'text.primary' : 'text.secondary',
            fontWeight: sum.strong === true ? 600 : 400,
            '& dd': { m: 0, color: 'text.primary', minWidth: 90 },
          }}
        >
          <dt>{sum.label}</dt>
          <dd {...shows(sum.at)}>
            <Amount value={sum.amount} bare={sum.strong !== true} currency={sum.currency ?? 'DOP'} />
          </dd>
        </Box>
      ))}
    </Box>
  );
}

/** Sums decimal texts exactly. `complete` is false where one of them was absent or no amount. */
export function sum(amounts: readonly (string | null)[]): { total: string; complete: boolean } {
  let total = new Big(0);
  let complete = true;
  for (const amount of amounts) {
    try {
      if (amount === null) complete = false;
      else total = total.plus(amount);
    } catch {
      complete = false;
    }
  }
  return { total: total.toFixed(), complete };
}

/** Quantity times price as a decimal text; null where either is absent. */
export function product(quantity: string | null, price: string | null): string | null {
  if (quantity === null || price === null) return null;
  try {
    return new Big(quantity).times(price).toFixed();
  } catch {
    return null;
  }
}
