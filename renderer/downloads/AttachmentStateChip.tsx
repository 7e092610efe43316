import type { AttachmentState } from '#shared/attachment-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { StateChip } from '../components/StateChip.tsx';
import { stateStyle } from './state-look.ts';

/** Where an attachment stands, in words. */
export function AttachmentStateChip({ state }: { state: AttachmentState }) {
  const { t } = useI18n();
  const { tone, icon } = stateStyle[state];
  return <StateChip tone={tone} icon={icon} label={t(`downloads.state.${state}`)} />;
}
