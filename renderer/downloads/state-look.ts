import {
  CircleAlert,
  CircleCheck,
  Clock,
  Download,
  type LucideIcon,
  ShieldQuestionMark,
  ShieldX,
} from 'lucide-react';
import type { AttachmentState } from '#shared/attachment-terms.ts';
import type { ChipTone } from '../components/StateChip.tsx';

/** Tone and icon of each state; its words are `downloads.state.<state>`. */
export const stateStyle: Record<AttachmentState, { tone: ChipTone; icon: LucideIcon }> = {
  queued: { tone: 'neutral', icon: Clock },
  awaitingApproval: { tone: 'waiting', icon: ShieldQuestionMark },
  downloading: { tone: 'accent', icon: Download },
  stored: { tone: 'matched', icon: CircleCheck },
  failed: { tone: 'refusal', icon: CircleAlert },
  refused: { tone: 'refusal', icon: ShieldX },
};
