import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { ReferenceProblem } from '#shared/contract/reference.ts';
import { useReferenceProblemWords } from './problem-words.ts';

/** Why a list could not be taken, in words. */
export function ProblemNote({ problem, children }: { problem: ReferenceProblem; children?: ReactNode }) {
  const { ours, theirs } = useReferenceProblemWords()(problem);
  const isMissing = problem.code === 'noAddress' || problem.code === 'noKey';
  return (
    <Alert severity={isMissing ? 'info' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
      {ours}
      {theirs !== null && <Typography variant="body2">{theirs}</Typography>}
      {children}
    </Alert>
  );
}
