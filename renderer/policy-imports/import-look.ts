import { Ban, CircleCheck, CircleX, FileClock, Hand, Loader, type LucideIcon, Upload } from 'lucide-react';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import type { ImportState } from '#shared/policy-terms.ts';
import type { ChipTone } from '../components/StateChip.tsx';
import type { ImportStep } from './StepsLine.tsx';

export const importLooks: Record<ImportState, { tone: ChipTone; icon: LucideIcon }> = {
  uploading: { tone: 'neutral', icon: Upload },
  ready: { tone: 'waiting', icon: Hand },
  checking: { tone: 'neutral', icon: Loader },
  checked: { tone: 'waiting', icon: Hand },
  importing: { tone: 'neutral', icon: FileClock },
  imported: { tone: 'matched', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
  failed: { tone: 'refusal', icon: CircleX },
};

const steps: Record<ImportState, ImportStep | 'done' | null> = {
  uploading: 'file',
  ready: 'columns',
  checking: 'check',
  checked: 'check',
  importing: 'apply',
  imported: 'done',
  cancelled: null,
  failed: null,
};

/** Null where it was ended before the last one. */
export const stepOf = (state: ImportState) => steps[state];

/** Whether it is under way by itself, and changes without anybody doing anything. */
export const isRunning = ({ state }: Pick<PolicyImport, 'state'>) =>
  state === 'uploading' || state === 'checking' || state === 'importing';

/** Whether it is over, one way or another. */
export const isOver = ({ state }: Pick<PolicyImport, 'state'>) =>
  state === 'imported' || state === 'cancelled' || state === 'failed';
