import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TechnicalDetail } from '../components/Fields.tsx';
import { Scroll } from '../components/list/ListDetailLayout.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { CoverageAssignment, useCoverageCodes } from '../policies/CoverageAssignment.tsx';
import { bookPath, importPath } from '../policies/paths.ts';
import { ImportFigures } from './Figures.tsx';
import { updateDraft } from './mappings.ts';
import { Problems } from './Problems.tsx';
import { useFailureText } from './useFailureWords.ts';
import type { ImportSteps } from './useImportSteps.ts';

type Props = { at: PolicyImport; steps: ImportSteps };

/** What the file would do, and the decision. */
export function CheckedStep({ at, steps }: Props) {
  const { t, format } = useI18n();
  const good = at.added + at.changed + at.unchanged;
  const news = at.added + at.changed;
  const pending = steps.apply.isPending || steps.cancel.isPending;
  const said = useOutlook(at);
  return (
    <Report
      title={t('policies.imports.report.checkedTitle')}
      foot={
        <>
          {news > 0 && (
            <Button
              variant="contained"
              disabled={pending}
              onClick={() => steps.apply.mutate({ id: at.id, badRows: at.bad > 0 ? 'skip' : 'refuse' })}
            >
              {at.bad > 0
                ? t('policies.imports.report.skip', { count: good, rows: format.count(good) })
                : t('policies.imports.report.apply', { count: good, rows: format.count(good) })}
            </Button>
          )}
          <Button disabled={pending} onClick={() => steps.cancel.mutate({ id: at.id })}>
            {t('policies.imports.report.none')}
          </Button>
          <Box sx={{ flex: 1 }} />
          <Button variant="text" disabled={pending} onClick={() => updateDraft(at.id, { again: true })}>
            {t('policies.imports.report.back')}
          </Button>
        </>
      }
    >
      <ImportFigures at={at} />
      <Alert severity={at.bad > 0 || at.warned > 0 ? 'warning' : 'success'} sx={{ maxWidth: 760 }}>
        {said}
      </Alert>
      <Typography variant="caption">{t('policies.imports.report.removedNot')}</Typography>
      <Problems at={at} />
    </Report>
  );
}

/** What the dry run comes down to. */
function useOutlook({ added, changed, unchanged, bad, warned }: PolicyImport): string {
  const { t, format } = useI18n();
  const news = added + changed;
  if (news + unchanged === 0) return t('policies.imports.report.allBad');
  const counted = { count: bad, rows: format.count(bad) };
  if (bad > 0 && news === 0) return t('policies.imports.report.badNothingNew', counted);
  if (bad > 0) return t('policies.imports.report.someBad', counted);
  if (news === 0) return t('policies.imports.report.nothingNew');
  if (warned > 0)
    return t('policies.imports.report.someWarned', { count: warned, rows: format.count(warned) });
  return t('policies.imports.report.allGood');
}

/** What became of it. */
export function ImportedStep({ at }: { at: PolicyImport }) {
  const { t } = useI18n();
  // What is to be done next is in the middle of the screen.
  const isToAssign = (useCoverageCodes().data?.unassigned ?? 0) > 0;
  const when = useWhen();
  return (
    <Report
      title={t('policies.imports.report.importedTitle')}
      foot={
        <>
          <Button component={Link} href={bookPath} variant={isToAssign ? 'outlined' : 'contained'}>
            {t('policies.imports.report.see')}
          </Button>
          <Button component={Link} href={importPath}>
            {t('policies.imports.report.another')}
          </Button>
        </>
      }
    >
      <ImportFigures at={at} />
      {at.finishedAt !== null && (
        <Typography variant="caption">
          {t('policies.imports.report.took', { when: when(at.finishedAt) })}
        </Typography>
      )}
      <AssignCoverages />
      <Problems at={at} />
    </Report>
  );
}

/** The last step: codes of the book that cover nothing yet are assigned; nothing where none waited when it was opened. */
function AssignCoverages() {
  const { t } = useI18n();
  const codes = useCoverageCodes();
  const unassigned = codes.data?.unassigned ?? 0;
  const [waited, setWaited] = useState(false);
  if (unassigned > 0 && !waited) setWaited(true);
  if (!waited && unassigned === 0) return null;
  const isDone = unassigned === 0;
  const title = t('policies.assign.stepTitle');
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 3, maxWidth: 1040 }}>
      {isDone ? (
        <Alert severity="success" sx={{ maxWidth: 760 }}>
          {t('policies.assign.stepDone')}
        </Alert>
      ) : (
        <Alert severity="warning" sx={{ maxWidth: 760 }}>
          <strong>{title}</strong>
          <br />
          {t('policies.assign.stepText')}
        </Alert>
      )}
      <CoverageAssignment />
    </Box>
  );
}

/** Cancelled or failed: why, and what to do; the book is as it was. */
export function NotImportedStep({ at }: { at: PolicyImport }) {
  const { t } = useI18n();
  const label = useFailureText();
  const { failure } = at;
  const title =
    failure === null
      ? t('policies.imports.cancelled.title')
      : t('policies.imports.failed.title', { why: label(failure) });
  return (
    <Report
      title={title}
      foot={
        <Button component={Link} href={importPath} variant="contained">
          {t('policies.imports.report.another')}
        </Button>
      }
    >
      <Alert severity={failure === null ? 'info' : 'error'} sx={{ maxWidth: 760 }}>
        {failure === null
          ? t('policies.imports.cancelled.text')
          : t(`policies.imports.failed.what.${failure.code}`)}
        <TechnicalDetail text={failure?.detail ?? ''} />
      </Alert>
      <Problems at={at} />
    </Report>
  );
}

function Report({ title, foot, children }: { title: string; foot: ReactNode; children: ReactNode }) {
  return (
    <>
      <Scroll label={title}>
        <Box sx={{ p: 6, display: 'grid', gap: 4 }}>
          <Typography variant="h2">{title}</Typography>
          {children}
        </Box>
      </Scroll>
      <Box
        sx={{
          px: 6,
          py: 3,
          borderTop: 1,
          borderColor: 'divider',
          flex: 'none',
          display: 'flex',
          gap: 3,
          flexWrap: 'wrap',
        }}
      >
        {foot}
      </Box>
    </>
  );
}
