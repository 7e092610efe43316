import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import type { ReferenceProblem } from '#shared/contract/reference.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Blockquote } from '../components/Blockquote.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { useReferenceProblemText } from './problem-words.ts';

/** Why a list could not be taken: in our words, and after them what the platform said, as its own. */
export function ProblemNote({ problem, children }: { problem: ReferenceProblem; children?: ReactNode }) {
  const { t } = useI18n();
  const { ours, theirs, technical } = useReferenceProblemText()(problem);
  const isMissing = problem.code === 'noAddress' || problem.code === 'noKey';
  return (
    <Alert severity={isMissing ? 'info' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
      {ours}
      {theirs !== '' && <Blockquote who={t('platform.problem.said')}>{theirs}</Blockquote>}
      <TechnicalDetail text={technical} />
      {children}
    </Alert>
  );
}
