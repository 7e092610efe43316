import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { isDefinedError } from '@orpc/client';
import { useQuery } from '@tanstack/react-query';
import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ColumnMapping, ImportHeadings, PolicyImport } from '#shared/contract/policy-imports.ts';
import { type PolicyColumn, policyColumns } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { SelectField } from '../components/FormFields.tsx';
import { ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { type ImportSteps, updateDraft, useChoice, useFailureText } from './useImport.ts';

type Props = { policyImport: PolicyImport; steps: ImportSteps };

/** The second step: which column of the file is which field. */
export function MappingStep({ policyImport, steps }: Props) {
  const api = useApi();
  const { sheet } = useChoice(policyImport.id);
  const query = useQuery({
    ...api.policyImports.headings.queryOptions({
      input: { id: policyImport.id, ...(sheet === null ? {} : { sheet }) },
    }),
    // A file's headings stay as they are. Asked for again when the import has gone on they would be refused.
    staleTime: 'static',
  });
  if (query.data !== undefined)
    return <Mapping policyImport={policyImport} steps={steps} headings={query.data} />;
  const failure =
    query.error !== null && isDefinedError(query.error) && query.error.code === 'FILE'
      ? query.error.data
      : null;
  return (
    <Box sx={{ p: 6, display: 'grid', gap: 3 }}>
      {query.isPending && <FormSkeleton />}
      {failure !== null && <Unreadable failure={failure} />}
      {query.isError && failure === null && <ErrorState query={query} />}
      {query.isError && <CancelButton policyImport={policyImport} steps={steps} />}
    </Box>
  );
}

function Unreadable({ failure }: { failure: ImportFailure }) {
  const { t } = useI18n();
  const label = useFailureText();
  return (
    <Alert severity="error">
      <strong>{t('policies.imports.columns.unreadable', { reason: label(failure) })}</strong>
      <br />
      {t(`policies.imports.failed.advice.${failure.code}`)}
      <TechnicalDetail text={failure.detail} />
    </Alert>
  );
}

function CancelButton({ policyImport, steps }: Props) {
  const { t } = useI18n();
  return (
    <Box>
      <Button disabled={steps.cancel.isPending} onClick={() => steps.cancel.mutate({ id: policyImport.id })}>
        {t('policies.imports.running.cancelAll')}
      </Button>
    </Box>
  );
}

function Mapping({ policyImport, steps, headings }: Props & { headings: ImportHeadings }) {
  const { t } = useI18n();
  const choice = useChoice(policyImport.id);
  const mapping = choice.mapping ?? headings.mapping;
  const refused = steps.check.error;
  const faults = mappingFaults(mapping);
  // The engine knows best what it needs; what was mapped since is no longer missing.
  const reported =
    refused !== null && isDefinedError(refused) && refused.code === 'MAPPING' ? refused.data.missing : [];
  const used = Object.values(mapping);
  const missing = [...new Set([...faults.missing, ...reported.filter((column) => !used.includes(column))])];
  const names = (columns: readonly PolicyColumn[]) =>
    columns.map((column) => t(`policies.column.${column}`)).join(', ');
  const check = () =>
    steps.check.mutate(
      { id: policyImport.id, mapping, ...(choice.sheet === null ? {} : { sheet: choice.sheet }) },
      { onSuccess: () => updateDraft(policyImport.id, { again: false }) },
    );
  return (
    <>
      <ScrollRegion label={t('policies.imports.columns.title')}>
        <Box sx={{ p: 6, display: 'grid', gap: 4 }}>
          <div>
            <Typography variant="h2">{t('policies.imports.columns.title')}</Typography>
            <Typography variant="quiet" sx={{ mt: 1 }}>
              {t(
                headings.isRemembered
                  ? 'policies.imports.columns.rememberedAll'
                  : 'policies.imports.columns.proposedAll',
              )}
            </Typography>
          </div>
          {headings.sheets.length > 1 && (
            <SelectField
              label={t('policies.imports.columns.sheet')}
              value={choice.sheet ?? headings.sheets[0] ?? ''}
              options={headings.sheets}
              labelOf={(name) => name}
              onChange={(sheet) => updateDraft(policyImport.id, { sheet, mapping: null })}
              width={280}
            />
          )}
          <MappingTable
            headings={headings}
            mapping={mapping}
            onChange={(next) => updateDraft(policyImport.id, { mapping: next })}
          />
        </Box>
      </ScrollRegion>
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          py: 3,
          borderTop: 1,
          flex: 'none',
          display: 'grid',
          gap: 3,
        }}
      >
        {missing.length > 0 && (
          <Alert severity="warning">
            {t('policies.imports.columns.missing', { columns: names(missing) })}
          </Alert>
        )}
        {faults.twice.length > 0 && (
          <Alert severity="warning">
            {t('policies.imports.columns.twice', { columns: names(faults.twice) })}
          </Alert>
        )}
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
          <Button
            variant="contained"
            disabled={missing.length > 0 || faults.twice.length > 0 || steps.check.isPending}
            onClick={check}
          >
            {t('policies.imports.columns.check')}
          </Button>
          <Typography variant="caption" sx={{ flex: 1 }} role="status">
            {t('policies.imports.columns.mapped', { mapped: used.length, all: headings.headings.length })}
          </Typography>
          <CancelButton policyImport={policyImport} steps={steps} />
        </Box>
      </Box>
    </>
  );
}

/** As many of the first rows are shown beside a heading. */
const samplesShown = 3;

type MappingTableProps = {
  headings: ImportHeadings;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
};

/** Every heading of the file, what stands below it, and where it goes. */
function MappingTable({ headings, mapping, onChange }: MappingTableProps) {
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
            <TableCell sx={{ width: '50%' }}>{t('policies.imports.columns.target')}</TableCell>
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

function Target({ heading, headings, mapping, onChange }: MappingTableProps & { heading: string }) {
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
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 76px', gap: 2, alignItems: 'center' }}>
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
          const picked = policyColumns.find((column) => column === event.target.value);
          onChange(withColumn(mapping, heading, picked ?? null));
        }}
        sx={column === undefined ? { color: 'text.secondary' } : {}}
      >
        <MenuItem value="">{t('policies.imports.columns.skip')}</MenuItem>
        {policyColumns.map((column) => (
          <MenuItem key={column} value={column}>
            {t(`policies.column.${column}`)}
          </MenuItem>
        ))}
      </Select>
      <Typography variant="caption">{mark !== null && t(`policies.imports.columns.${mark}`)}</Typography>
    </Box>
  );
}

/** Without these a row says nothing of which vehicle it is about. */
const needed: readonly PolicyColumn[] = ['insurancePolicyNumber', 'vin'];

/** What keeps a mapping from being checked: columns that are missing, and columns that two headings go to. */
export function mappingFaults(mapping: ColumnMapping): { missing: PolicyColumn[]; twice: PolicyColumn[] } {
  const used = Object.values(mapping);
  return {
    missing: needed.filter((column) => !used.includes(column)),
    twice: policyColumns.filter((column) => used.indexOf(column) !== used.lastIndexOf(column)),
  };
}

/** The mapping with one heading sent elsewhere, or nowhere. */
export function withColumn(mapping: ColumnMapping, heading: string, column: PolicyColumn | null) {
  const { [heading]: _, ...rest } = mapping;
  return column === null ? rest : { ...rest, [heading]: column };
}
