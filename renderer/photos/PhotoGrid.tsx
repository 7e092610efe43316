import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { loadViewer } from './PhotoLayer.tsx';
import { PhotoTile, type Similarity } from './PhotoTile.tsx';

type Props = {
  photos: readonly Attachment[];
  /** How many there are, shown here or not. */
  count: number;
  likeness: ReadonlyMap<string, Similarity>;
};

/** Tiles in the report's order. One of them is in the order of Tab; the arrows choose, Enter opens. */
export function PhotoGrid({ photos, count, likeness }: Props) {
  const { t } = useI18n();
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    // A failure is met where the viewer is opened.
    loadViewer().catch(() => undefined);
  }, []);
  const current = Math.min(chosen, photos.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])];
    const to = tileByKey(event.key, current, tiles.length, columnsOf(tiles));
    if (to === null) return;
    // Up and down are the rows of the grid here, not the next record.
    event.preventDefault();
    tiles[to]?.querySelector('a')?.focus();
  };
  return (
    <Box
      component="ol"
      ref={list}
      aria-label={t('photos.grid.label')}
      onKeyDown={onKeyDown}
      sx={(theme) => ({
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fill, minmax(max(${theme.perito.sizes.photoTile}px, 10%), 1fr))`,
        columnGap: 3,
        rowGap: 3.5,
      })}
    >
      {photos.map((photo, index) => (
        <PhotoTile
          key={photo.id}
          photo={photo}
          place={index + 1}
          count={count}
          inTabOrder={index === current}
          onFocus={() => setChosen(index)}
          likeness={likeness.get(photo.pointer) ?? null}
        />
      ))}
    </Box>
  );
}

/** How many tiles of the grid stand beside the first: those at its height. */
export function columnsOf(tiles: readonly { offsetTop: number }[]): number {
  const [first] = tiles;
  if (first === undefined) return 1;
  const next = tiles.findIndex(({ offsetTop }) => offsetTop > first.offsetTop);
  return next < 0 ? Math.max(1, tiles.length) : next;
}

/** The tile that a key leads to from the one at `index`; null where the key is not one of the grid's. */
export function tileByKey(key: string, index: number, count: number, columns: number): number | null {
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    // Under the end of a full row the last row may be short.
    ArrowDown:
      Math.floor(index / columns) < Math.floor(last / columns) ? Math.min(last, index + columns) : index,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  if (to === undefined) return null;
  return to < 0 || to > last ? index : to;
}

const parts = ['waiting', 'awaitingApproval', 'failed', 'refused'] as const;

/** How many photos and documents there are, and how many of them are not here, by why. Never a part that is zero. */
export function countsOf(attachments: readonly Attachment[]) {
  const count = (is: (one: Attachment) => boolean) => attachments.filter(is).length;
  return {
    photos: count(({ role }) => role === 'picture'),
    documents: count(({ role }) => role === 'document'),
    waiting: count(({ state }) => state === 'queued' || state === 'downloading'),
    awaitingApproval: count(({ state }) => state === 'awaitingApproval'),
    failed: count(({ state }) => state === 'failed'),
    refused: count(({ state }) => state === 'refused'),
  };
}

/** "24 fotos · 3 documentos · 1 en espera de descarga". */
export function PhotoSummary({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useI18n();
  const counts = countsOf(attachments);
  return (
    <Typography variant="caption" component="p" role="status" sx={{ mt: -1.5, mb: 3 }}>
      {[
        t('photos.summary.photos', { count: counts.photos }),
        ...(counts.documents === 0 ? [] : [t('photos.summary.documents', { count: counts.documents })]),
        ...parts
          .filter((part) => counts[part] > 0)
          .map((part) => t(`photos.summary.${part}`, { count: counts[part] })),
      ].join(' · ')}
    </Typography>
  );
}

/** As many tiles as photos were named, before anything is known of them. */
export function GridSkeleton({ count }: { count: number }) {
  const { t } = useI18n();
  const { perito } = useTheme();
  return (
    <Box
      role="status"
      aria-label={t('photos.grid.preparing')}
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fill, minmax(max(${perito.sizes.photoTile}px, 10%), 1fr))`,
        columnGap: 3,
        rowGap: 3.5,
      }}
    >
      {Array.from({ length: count }, (_, index) => index).map((tile) => (
        <Box key={tile}>
          <Skeleton sx={{ aspectRatio: '4 / 3', height: 'auto', mb: 1 }} />
          <Skeleton width="70%" height={14} sx={{ my: '3px' }} />
          <Skeleton width="50%" height={12} sx={{ my: '2px' }} />
        </Box>
      ))}
    </Box>
  );
}
