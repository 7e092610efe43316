import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleX,
  Download,
  type LucideIcon,
  PencilLine,
  Plus,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RowProblem } from '#shared/contract/policies.ts';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import type { Client } from '../app/connection.ts';
import { useNotDone } from '../app/error-message.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { csvOf, downloadBlob } from '../components/download-blob.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { CoverageAssignment, useCoverageCodes } from '../policies/CoverageAssignment.tsx';
import { bookPath, importPath } from '../policies/paths.ts';
import { type ImportSteps, updateDraft, useFailureText } from './useImport.ts';

type Props = { policyImport: PolicyImport; steps: ImportSteps };

/** What the file would do, and the decision. */
export function CheckedStep({ policyImport, steps }: Props) {
  const { t, format } = useI18n();
  const good = policyImport.added + policyImport.changed + policyImport.unchanged;
  const news = policyImport.added + policyImport.changed;
  const pending = steps.apply.isPending || steps.cancel.isPending;
  const outlook = useOutlook(policyImport);
  return (
    <Report
      title={t('policies.imports.report.checkedTitle')}
      foot={
        <Acts of="policyImports.apply">
          {news > 0 && (
            <Button
              variant="contained"
              disabled={pending}
              onClick={() =>
                steps.apply.mutate({ id: policyImport.id, badRows: policyImport.bad > 0 ? 'skip' : 'refuse' })
              }
            >
              {policyImport.bad > 0
                ? t('policies.imports.report.skip', { count: good, rows: format.count(good) })
                : t('policies.imports.report.apply', { count: good, rows: format.count(good) })}
            </Button>
          )}
          <Button disabled={pending} onClick={() => steps.cancel.mutate({ id: policyImport.id })}>
            {t('policies.imports.report.none')}
          </Button>
          <Box sx={{ flex: 1 }} />
          <Button
            variant="text"
            disabled={pending}
            onClick={() => updateDraft(policyImport.id, { again: true })}
          >
            {t('policies.imports.report.back')}
          </Button>
        </Acts>
      }
    >
      <ImportCounts policyImport={policyImport} />
      <Alert
        severity={policyImport.bad > 0 || policyImport.warned > 0 ? 'warning' : 'success'}
        sx={{ maxWidth: 760 }}
      >
        {outlook}
      </Alert>
      <Typography variant="caption">{t('policies.imports.report.removedNot')}</Typography>
      <Problems policyImport={policyImport} />
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
export function ImportedStep({ policyImport }: { policyImport: PolicyImport }) {
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
          <Acts of="policyImports.begin">
            <Button component={Link} href={importPath}>
              {t('policies.imports.report.another')}
            </Button>
          </Acts>
        </>
      }
    >
      <ImportCounts policyImport={policyImport} />
      {policyImport.finishedAt !== null && (
        <Typography variant="caption">
          {t('policies.imports.report.took', { when: when(policyImport.finishedAt) })}
        </Typography>
      )}
      <Acts of="administrator">
        <AssignCoverages />
      </Acts>
      <Problems policyImport={policyImport} />
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
export function NotImportedStep({ policyImport }: { policyImport: PolicyImport }) {
  const { t } = useI18n();
  const label = useFailureText();
  const { failure } = policyImport;
  const title =
    failure === null
      ? t('policies.imports.cancelled.title')
      : t('policies.imports.failed.title', { why: label(failure) });
  return (
    <Report
      title={title}
      foot={
        <Acts of="policyImports.begin">
          <Button component={Link} href={importPath} variant="contained">
            {t('policies.imports.report.another')}
          </Button>
        </Acts>
      }
    >
      <Alert severity={failure === null ? 'info' : 'error'} sx={{ maxWidth: 760 }}>
        {failure === null
          ? t('policies.imports.cancelled.text')
          : t(`policies.imports.failed.advice.${failure.code}`)}
        <TechnicalDetail text={failure?.detail ?? ''} />
      </Alert>
      <Problems policyImport={policyImport} />
    </Report>
  );
}

function Report({ title, foot, children }: { title: string; foot: ReactNode; children: ReactNode }) {
  return (
    <>
      <ScrollRegion label={title}>
        <Box sx={{ p: 6, display: 'grid', gap: 4 }}>
          <Typography variant="h2">{title}</Typography>
          {children}
        </Box>
      </ScrollRegion>
      <Box sx={{ px: 6, py: 3, borderTop: 1, flex: 'none', display: 'flex', gap: 3, flexWrap: 'wrap' }}>
        {foot}
      </Box>
    </>
  );
}

const figures: { name: 'added' | 'changed' | 'unchanged' | 'warned' | 'bad'; icon: LucideIcon }[] = [
  { name: 'added', icon: Plus },
  { name: 'changed', icon: PencilLine },
  { name: 'unchanged', icon: CircleCheck },
  { name: 'warned', icon: TriangleAlert },
  { name: 'bad', icon: CircleX },
];

/** How many rows are new, change something, or say the same; how many of them are odd, and how many are bad. */
function ImportCounts({ policyImport }: { policyImport: PolicyImport }) {
  const { t, format } = useI18n();
  const done = policyImport.state === 'imported';
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
        border: 1,
        borderRadius: 1,
        maxWidth: 760,
        '& > div + div': { borderLeft: 1 },
      }}
    >
      {figures.map(({ name, icon: Icon }) => {
        const isBad = name === 'bad' && policyImport.bad > 0;
        const colour = isBad
          ? { color: 'error.main' }
          : name === 'warned' && policyImport.warned > 0
            ? { color: 'warning.main' }
            : {};
        return (
          <Box key={name} sx={{ px: 2.5, py: 4 }}>
            <Typography
              component="dt"
              variant="caption"
              sx={{ display: 'flex', gap: 1, whiteSpace: 'nowrap', alignItems: 'center', ...colour }}
            >
              <Icon size={14} aria-hidden />
              {t(`policies.imports.report.${done ? (`${name}Done` as const) : name}`)}
            </Typography>
            <Typography component="dd" variant="h1" sx={{ mt: 1, ...colour }}>
              {format.count(policyImport[name])}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

type Severity = 'error' | 'warning';

/** The bad rows by line, and below them those that come in with a warning. */
function Problems({ policyImport }: { policyImport: PolicyImport }) {
  return (
    <>
      {policyImport.bad > 0 && <ProblemList policyImport={policyImport} severity="error" />}
      {policyImport.warned > 0 && <ProblemList policyImport={policyImport} severity="warning" />}
    </>
  );
}

/** Which field, what stands there, and what is wrong with it. */
function ProblemList({ policyImport, severity }: { policyImport: PolicyImport; severity: Severity }) {
  const { t, format } = useI18n();
  const api = useApi();
  const query = useInfiniteQuery(
    api.policyImports.problems.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: policyImport.id,
        severity,
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const { fieldOf, reasonOf } = useProblemText();
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const isError = severity === 'error';
  const title = t(isError ? 'policies.imports.problems.title' : 'policies.imports.problems.warningsTitle');
  if (query.isError && rows.length === 0) return <ErrorState query={query} />;
  if (rows.length === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ maxWidth: 960 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <DownloadButton policyImport={policyImport} severity={severity} />
      </Box>
      {!isError && (
        <Typography variant="caption" component="p" sx={{ mb: 2 }}>
          {t('policies.imports.problems.warningsText')}
        </Typography>
      )}
      <TableContainer tabIndex={0} role="group" aria-label={title}>
        <Table size="small" sx={{ '& td:first-of-type, & th:first-of-type': { pl: 0 } }}>
          <TableHead>
            <TableRow>
              <TableCell align="right" sx={{ width: 72 }}>
                {t('policies.imports.problems.line')}
              </TableCell>
              <TableCell>{t('policies.imports.problems.column')}</TableCell>
              <TableCell>{t('policies.imports.problems.value')}</TableCell>
              <TableCell>
                {t(isError ? 'policies.imports.problems.reason' : 'policies.imports.problems.warning')}
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={`${row.line} ${row.column} ${row.code}`}>
                <TableCell align="right">{format.count(row.line)}</TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{fieldOf(row)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', maxWidth: 280 }}>
                  {row.value === '' ? (
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      {t('policies.imports.problems.nothingThere')}
                    </Box>
                  ) : (
                    <PlainCode value={row.value} />
                  )}
                </TableCell>
                <TableCell>{reasonOf(row)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', mt: 3 }}>
        {query.hasNextPage && (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('policies.imports.problems.more')}
          </Button>
        )}
        <Typography variant="caption">
          {t('policies.imports.problems.shown', {
            shown: format.count(rows.length),
            all: format.count(total),
          })}
        </Typography>
      </Box>
    </Box>
  );
}

function useProblemText() {
  const { t } = useI18n();
  return {
    fieldOf: ({ column }: RowProblem) =>
      column === null ? t('policies.imports.problems.row') : t(`policies.column.${column}`),
    reasonOf: ({ code }: RowProblem) => t(`policies.problem.${code}`),
  };
}

function DownloadButton({ policyImport, severity }: { policyImport: PolicyImport; severity: Severity }) {
  const { t } = useI18n();
  const { client } = useConnection();
  const notDone = useNotDone();
  const { fieldOf, reasonOf } = useProblemText();
  const collect = useMutation({
    mutationFn: () => allProblems(client, policyImport.id, severity),
    onSuccess: (problems) => {
      const isError = severity === 'error';
      const heads = (['line', 'column', 'value', isError ? 'reason' : 'warning'] as const).map((name) =>
        t(`policies.imports.problems.${name}`),
      );
      const lines = problems.map((problem) => [
        String(problem.line),
        fieldOf(problem),
        problem.value,
        reasonOf(problem),
      ]);
      const name = `${t(isError ? 'policies.imports.problems.file' : 'policies.imports.problems.warningsFile')}-${policyImport.filename.replace(/\.[^.]*$/, '')}.csv`;
      downloadBlob(name, [csvOf([heads, ...lines])], 'text/csv;charset=utf-8');
    },
    onError: notDone,
  });
  return (
    <Button
      size="small"
      startIcon={<Download size={14} />}
      disabled={collect.isPending}
      onClick={() => collect.mutate()}
    >
      {t(collect.isPending ? 'policies.imports.problems.collecting' : 'policies.imports.problems.download')}
    </Button>
  );
}

/** The whole list of errors or of warnings, page by page. */
async function allProblems(client: Client, id: number, severity: 'error' | 'warning'): Promise<RowProblem[]> {
  const all: RowProblem[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.policyImports.problems({
      id,
      severity,
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    });
    all.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
