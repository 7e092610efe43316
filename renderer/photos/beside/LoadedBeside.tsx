import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useKeys } from '../../app/keys/keys.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { useApi } from '../../app/queries.ts';
import { besidePath } from '../paths.ts';
import { usePhotoView } from '../photo-views.ts';
import type { Seen, StageControls } from '../stage/controls.ts';
import type { Side } from '../stage/zoom-percent.ts';
import { useFlip } from '../useFlip.ts';
import { usePhotoSet } from '../usePhotoSet.ts';
import { PhotoKeySheet } from '../viewer/PhotoKeySheet.tsx';
import { Filmstrip } from '../viewer/Strip.tsx';
import { Toolbar } from '../viewer/Toolbar.tsx';
import { ViewerFrame } from '../viewer/ViewerFrame.tsx';
import { BesidePane } from './BesidePane.tsx';
import { useBesideCommands } from './useBesideCommands.tsx';

type Props = { left: AttachmentDetail; right: AttachmentDetail; onBack: () => void };

const otherOf = (side: Side): Side => (side === 'left' ? 'right' : 'left');

export function LoadedBeside({ left, right, onBack }: Props) {
  const { t } = useI18n();
  const { path, replace } = useFlip();
  const [active, setActive] = useState<Side>('right');
  const [linked, setLinked] = useState(true);
  const [sheet, setSheet] = useState(false);
  const stages = { left: useRef<StageControls>(null), right: useRef<StageControls>(null) };
  const shown = { left, right };
  const photo = shown[active];
  const { photos } = usePhotoSet(photo.record.id, photo.id);
  const view = usePhotoView(photo.id);
  const load = useLoaded();
  const change = async (id: number) => {
    if (id === photo.id) return;
    // The pair stays until the new one is here: nothing flickers.
    await load(id);
    replace(active === 'left' ? besidePath(path, id, right.id) : besidePath(path, left.id, id));
  };
  const commands = useBesideCommands({
    photo,
    photos,
    view,
    active,
    linked,
    stages: () => (linked ? [stages.left.current, stages.right.current] : [stages[active].current]),
    onChange: (id) => void change(id),
    onLinked: () => {
      const seen = stages[active].current?.seen() ?? null;
      if (!linked && seen !== null) stages[otherOf(active)].current?.follow(seen);
      setLinked(!linked);
    },
    onSwap: () => replace(besidePath(path, right.id, left.id)),
    onSide: () => setActive(otherOf(active)),
    onKeys: () => setSheet(true),
    onBack,
  });
  useKeys(commands.keys, { alone: true });
  const follow = (from: Side) => (seen: Seen) => {
    if (linked) stages[otherOf(from)].current?.follow(seen);
  };
  const same = left.content !== null && left.content.sha256 === right.content?.sha256;
  return (
    <ViewerFrame
      head={
        <Toolbar
          title={
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h3" component="h1" noWrap>
                {t('photos.beside.label')}
              </Typography>
              <Typography variant="caption" component="p" noWrap role="status">
                {[
                  t(linked ? 'photos.beside.linked' : 'photos.beside.unlinked'),
                  ...(same ? [t('photos.beside.same')] : []),
                ].join(' · ')}
              </Typography>
            </Box>
          }
          groups={commands.groups}
        />
      }
      stage={
        <Box sx={{ position: 'absolute', inset: 0, display: 'flex' }}>
          {(['left', 'right'] as const).map((side) => (
            <BesidePane
              key={side}
              side={side}
              photo={shown[side]}
              active={side === active}
              onActive={() => setActive(side)}
              controls={stages[side]}
              onSeen={follow(side)}
            />
          ))}
          <PhotoKeySheet open={sheet} onClose={() => setSheet(false)} />
        </Box>
      }
      side={null}
      strip={
        <Filmstrip
          label={t('photos.beside.stripOf', { number: photo.record.number })}
          photos={photos}
          current={photo.id}
          other={shown[otherOf(active)].id}
          onChoose={(id) => void change(id)}
        />
      }
    />
  );
}

/** Brings a photo's detail here before it is shown; one that does not come is told of in its place. */
function useLoaded() {
  const api = useApi();
  const queries = useQueryClient();
  return (id: number) =>
    queries.prefetchQuery(api.attachments.get.queryOptions({ input: { id } })).catch(() => undefined);
}
