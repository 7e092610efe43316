import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ColumnMapping, ImportHeadings } from '#shared/contract/policy-imports.ts';
import { policyColumns } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { withColumn } from './mapping.ts';

/** As many of the first rows are shown beside a heading. */
const samplesShown = 3;

type Props = {
  headings: ImportHeadings;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
};

/** Every heading of the file, what stands below it, and where it goes. */
export function MappingTable({ headings, mapping, onChange }: Props) {
  const { t } = useI18n();
  const title = t('policies.imports.columns.title');
  return (
    <TableContainer tabIndex={0} role="group" aria-label={title}>
      <Table
        size="small"
        sx={{
          tableLayout: 'fixed',
          maxWidth: 960,
          '& td:first-of-type, & th:first-of-type': { pl: 0 },
          '& td:last-child, & th:last-child': { pr: 0 },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: '24%' }}>{t('policies.imports.columns.heading')}</TableCell>
            <TableCell>{t('policies.imports.columns.sample')}</TableCell>
            <TableCell sx={{ width: '46%' }}>{t('policies.imports.columns.target')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {headings.headings.map((heading, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may have the same heading twice, and its columns do not move
            <TableRow key={`${index} ${heading}`}>
              <TableCell sx={{ fontWeight: 500, verticalAlign: 'middle', overflowWrap: 'anywhere' }}>
                {heading === '' ? t('policies.imports.columns.blank') : heading}
              </TableCell>
              <TableCell sx={{ color: 'text.secondary', verticalAlign: 'middle' }}>
                <Sample rows={headings.sample} index={index} />
              </TableCell>
              <TableCell sx={{ verticalAlign: 'middle' }}>
                <Target heading={heading} headings={headings} mapping={mapping} onChange={onChange} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Sample({ rows, index }: { rows: ImportHeadings['sample']; index: number }) {
  const { t } = useI18n();
  const cells = rows.slice(0, samplesShown).map((row) => row[index] ?? '');
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length === 0) return t('policies.imports.columns.emptyCell');
  return (
    <Box
      component="span"
      title={filled.join(' · ')}
      sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {filled.join(' · ')}
    </Box>
  );
}

function Target({ heading, headings, mapping, onChange }: Props & { heading: string }) {
  const { t } = useI18n();
  const column = mapping[heading];
  const mark =
    column === undefined
      ? null
      : column !== headings.mapping[heading]
        ? 'chosen'
        : headings.isRemembered
          ? 'remembered'
          : 'proposed';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 84px', gap: 3, alignItems: 'center' }}>
      <Select
        fullWidth
        size="small"
        displayEmpty
        value={column ?? ''}
        inputProps={{
          'aria-label': t('policies.imports.columns.asFor', {
            heading: heading === '' ? t('policies.imports.columns.blank') : heading,
          }),
        }}
        onChange={(event) => {
          const picked = policyColumns.find((one) => one === event.target.value);
          onChange(withColumn(mapping, heading, picked ?? null));
        }}
        sx={column === undefined ? { color: 'text.secondary' } : {}}
      >
        <MenuItem value="">{t('policies.imports.columns.skip')}</MenuItem>
        {policyColumns.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`policies.column.${one}`)}
          </MenuItem>
        ))}
      </Select>
      <Typography variant="caption">{mark !== null && t(`policies.imports.columns.${mark}`)}</Typography>
    </Box>
  );
}
