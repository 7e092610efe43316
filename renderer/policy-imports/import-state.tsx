import {
  Ban,
  Check,
  CircleCheck,
  CircleX,
  FileClock,
  Hand,
  Loader,
  type LucideIcon,
  Upload,
} from 'lucide-react';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import type { ImportState } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import type { ChipTone } from '../components/StateChip.tsx';

export const importChips: Record<ImportState, { tone: ChipTone; icon: LucideIcon }> = {
  uploading: { tone: 'neutral', icon: Upload },
  ready: { tone: 'waiting', icon: Hand },
  checking: { tone: 'neutral', icon: Loader },
  checked: { tone: 'waiting', icon: Hand },
  importing: { tone: 'neutral', icon: FileClock },
  imported: { tone: 'matched', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
  failed: { tone: 'refusal', icon: CircleX },
};

const stepOfState: Record<ImportState, ImportStep | 'done' | null> = {
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
export const stepOf = (state: ImportState) => stepOfState[state];

/** Whether it is under way by itself, and changes without anybody doing anything. */
export const isRunning = ({ state }: Pick<PolicyImport, 'state'>) =>
  state === 'uploading' || state === 'checking' || state === 'importing';

/** Whether it is over, one way or another. */
export const isOver = ({ state }: Pick<PolicyImport, 'state'>) =>
  state === 'imported' || state === 'cancelled' || state === 'failed';

const steps = ['file', 'columns', 'check', 'apply', 'coverages'] as const;
type ImportStep = (typeof steps)[number];

/** Where an import is among its steps; `done` where the last is over as well. */
export function StepsLine({ at }: { at: ImportStep | 'done' }) {
  const { t } = useI18n();
  const now = at === 'done' ? steps.length : steps.indexOf(at);
  return (
    <Box
      component="ol"
      aria-label={t('policies.imports.step.label')}
      sx={{ px: 6, pb: 3, display: 'flex', gap: 5, flexWrap: 'wrap', borderBottom: 1, flex: 'none' }}
    >
      {steps.map((step, index) => (
        <Box
          component="li"
          key={step}
          {...(index === now ? { 'aria-current': 'step' as const } : {})}
          sx={{
            typography: 'body2',
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            color: index === now ? 'text.primary' : 'text.secondary',
            fontWeight: index === now ? 600 : 400,
            '& .number': {
              typography: 'caption',
              width: 20,
              height: 20,
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              border: 1,
              borderColor: index === now ? 'primary.main' : 'lineStrong',
              bgcolor: index === now ? 'primary.main' : 'transparent',
              color: index === now ? 'primary.contrastText' : 'inherit',
            },
          }}
        >
          <span className="number">{index < now ? <Check size={12} aria-hidden /> : index + 1}</span>
          {t(`policies.imports.step.${step}`)}
        </Box>
      ))}
    </Box>
  );
}
