import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { isDefinedError } from '@orpc/client';
import { useQuery } from '@tanstack/react-query';
import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ImportHeadings, PolicyImport } from '#shared/contract/policy-imports.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { SelectField } from '../components/FormFields.tsx';
import { Scroll } from '../components/list/ListDetailLayout.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { MappingTable } from './MappingTable.tsx';
import { mappingFaults } from './mapping.ts';
import { updateDraft, useChoice } from './mappings.ts';
import { useFailureText } from './useFailureWords.ts';
import type { ImportSteps } from './useImportSteps.ts';

type Props = { at: PolicyImport; steps: ImportSteps };

/** The second step: which column of the file is which field. */
export function MappingStep({ at, steps }: Props) {
  const api = useApi();
  const { sheet } = useChoice(at.id);
  const query = useQuery({
    ...api.policyImports.headings.queryOptions({
      input: { id: at.id, ...(sheet === null ? {} : { sheet }) },
    }),
    // A file's headings stay as they are. Asked for again when the import has gone on they would be refused.
    staleTime: 'static',
  });
  if (query.data !== undefined) return <Mapping at={at} steps={steps} headings={query.data} />;
  const failure =
    query.error !== null && isDefinedError(query.error) && query.error.code === 'FILE'
      ? query.error.data
      : null;
  return (
    <Box sx={{ p: 6, display: 'grid', gap: 3 }}>
      {query.isPending && <FormSkeleton />}
      {failure !== null && <Unreadable failure={failure} />}
      {query.isError && failure === null && <ErrorState query={query} />}
      {query.isError && <CancelButton at={at} steps={steps} />}
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
      {t(`policies.imports.failed.what.${failure.code}`)}
      <TechnicalDetail text={failure.detail} />
    </Alert>
  );
}

function CancelButton({ at, steps }: Props) {
  const { t } = useI18n();
  return (
    <Box>
      <Button disabled={steps.cancel.isPending} onClick={() => steps.cancel.mutate({ id: at.id })}>
        {t('policies.imports.running.cancelAll')}
      </Button>
    </Box>
  );
}

function Mapping({ at, steps, headings }: Props & { headings: ImportHeadings }) {
  const { t } = useI18n();
  const choice = useChoice(at.id);
  const mapping = choice.mapping ?? headings.mapping;
  const refused = steps.check.error;
  const faults = mappingFaults(mapping);
  // The engine knows best what it needs; what was mapped since is no longer missing.
  const told =
    refused !== null && isDefinedError(refused) && refused.code === 'MAPPING' ? refused.data.missing : [];
  const used = Object.values(mapping);
  const missing = [...new Set([...faults.missing, ...told.filter((column) => !used.includes(column))])];
  const names = (columns: readonly PolicyColumn[]) =>
    columns.map((column) => t(`policies.column.${column}`)).join(', ');
  const check = () =>
    steps.check.mutate(
      { id: at.id, mapping, ...(choice.sheet === null ? {} : { sheet: choice.sheet }) },
      { onSuccess: () => updateDraft(at.id, { again: false }) },
    );
  return (
    <>
      <Scroll label={t('policies.imports.columns.title')}>
        <Box sx={{ p: 6, display: 'grid', gap: 4 }}>
          <div>
            <Typography variant="h2">{t('policies.imports.columns.title')}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
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
              options={headings.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(sheet) => updateDraft(at.id, { sheet, mapping: null })}
              width={280}
            />
          )}
          <MappingTable
            headings={headings}
            mapping={mapping}
            onChange={(next) => updateDraft(at.id, { mapping: next })}
          />
        </Box>
      </Scroll>
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          py: 3,
          borderTop: 1,
          borderColor: 'divider',
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
          <CancelButton at={at} steps={steps} />
        </Box>
      </Box>
    </>
  );
}
