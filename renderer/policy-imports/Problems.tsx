import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { RowProblem } from '#shared/contract/policies.ts';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { useNotDone } from '../app/useNotDone.ts';
import { PlainCode } from '../components/Code.tsx';
import { csvOf, downloadBlob } from '../components/download-blob.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { allProblems } from './all-problems.ts';

type Severity = 'error' | 'warning';

/** The bad rows by line, and below them those that come in with a warning. */
export function Problems({ at }: { at: PolicyImport }) {
  return (
    <>
      {at.bad > 0 && <ProblemList at={at} severity="error" />}
      {at.warned > 0 && <ProblemList at={at} severity="warning" />}
    </>
  );
}

/** Which field, what stands there, and what is wrong with it. */
function ProblemList({ at, severity }: { at: PolicyImport; severity: Severity }) {
  const { t, format } = useI18n();
  const api = useApi();
  const query = useInfiniteQuery(
    api.policyImports.problems.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: at.id,
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
        <DownloadButton at={at} severity={severity} />
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

function DownloadButton({ at, severity }: { at: PolicyImport; severity: Severity }) {
  const { t } = useI18n();
  const { client } = useConnection();
  const notDone = useNotDone();
  const { fieldOf, reasonOf } = useProblemText();
  const collect = useMutation({
    mutationFn: () => allProblems(client, at.id, severity),
    onSuccess: (problems) => {
      const isError = severity === 'error';
      const heads = (['line', 'column', 'value', isError ? 'reason' : 'warning'] as const).map((name) =>
        t(`policies.imports.problems.${name}`),
      );
      const lines = problems.map((one) => [String(one.line), fieldOf(one), one.value, reasonOf(one)]);
      const name = `${t(isError ? 'policies.imports.problems.file' : 'policies.imports.problems.warningsFile')}-${at.filename.replace(/\.[^.]*$/, '')}.csv`;
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
