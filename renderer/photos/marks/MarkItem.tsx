import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  CircleDot,
  type LucideIcon,
  MessageSquareText,
  MoveUpRight,
  Pencil,
  Square,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { Annotation, MarkShape } from '#shared/contract/attachments.ts';
import { useActorName } from '../../app/actor-name.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { MarkForm } from './MarkForm.tsx';
import type { useMarks } from './useMarks.ts';

const icons: Record<MarkShape['kind'], LucideIcon> = {
  note: MessageSquareText,
  point: CircleDot,
  rectangle: Square,
  arrow: MoveUpRight,
};

type Props = {
  mark: Annotation;
  number: number | null;
  chosen: boolean;
  onChoose: () => void;
  marks: ReturnType<typeof useMarks>;
};

/** A mark in words: what it is, what it says, who made it and when. */
export function MarkItem({ mark, number, chosen, onChoose, marks }: Props) {
  const { t } = useI18n();
  const who = useActorName();
  const [changing, setChanging] = useState(false);
  const Icon = icons[mark.shape.kind];
  const kind = t(`photos.marks.kind.${mark.shape.kind}`);
  const what = number === null ? kind : t('photos.marks.numbered', { kind, number });
  return (
    <Box
      component="li"
      aria-current={chosen ? 'true' : undefined}
      onClick={onChoose}
      sx={(theme) => ({
        px: 4,
        py: 2.5,
        borderTop: `1px solid ${theme.perito.scheme.line}`,
        background: chosen ? theme.perito.scheme.raised : 'transparent',
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, '& svg': { flex: 'none' } }}>
        <Icon size={14} aria-hidden />
        <Typography variant="body2" component="h3" sx={{ fontWeight: 550, flex: 1 }}>
          {what}
        </Typography>
        <Small label={t('photos.marks.changeOf', { what })} icon={Pencil} act={() => setChanging(true)} />
        <Small label={t('photos.marks.removeOf', { what })} icon={Trash2} act={() => marks.remove(mark.id)} />
      </Box>
      {changing ? (
        <Box sx={{ my: 2 }}>
          <MarkForm
            label={t('photos.marks.text')}
            save={t('photos.marks.keep')}
            discard={t('common.cancel')}
            text={mark.text}
            needsText={mark.shape.kind === 'note'}
            busy={marks.busy}
            onSave={(text) => marks.change(mark.id, text, () => setChanging(false))}
            onDiscard={() => setChanging(false)}
          />
        </Box>
      ) : (
        <Typography
          variant="body2"
          sx={{
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            ...(mark.text === '' ? { color: 'text.secondary', fontStyle: 'italic' } : {}),
          }}
        >
          {mark.text === '' ? t('photos.marks.noText') : mark.text}
        </Typography>
      )}
      <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
        {who(mark.who)} · <RelativeTime at={mark.at} />
      </Typography>
    </Box>
  );
}

function Small({ label, icon: Icon, act }: { label: string; icon: LucideIcon; act: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={act} sx={{ width: 26, height: 26, p: 0 }}>
        <Icon size={14} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
