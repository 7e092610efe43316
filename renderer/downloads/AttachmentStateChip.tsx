import type { AttachmentState } from '#shared/attachment-terms.ts';
import { useWords } from '../app/locale/i18n.ts';
import { StateChip } from '../parts/StateChip.tsx';
import { stateLook } from './state-look.ts';

/** Where an attachment stands, in words. */
export function AttachmentStateChip({ state }: { state: AttachmentState }) {
  const { t } = useWords();
  const { tone, icon } = stateLook[state];
  return <StateChip tone={tone} icon={icon} words={t(`downloads.state.${state}`)} />;
}
