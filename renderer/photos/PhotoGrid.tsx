import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { loadViewer } from './PhotoLayer.tsx';
import { PhotoTile, type Similarity } from './PhotoTile.tsx';

type Props = {
  photos: readonly Attachment[];
  /** How many photos the report has, shown here or not. */
  count: number;
  similarity: ReadonlyMap<string, Similarity>;
};

/** The photos of a report as tiles, in its order. Tab reaches one of them, the arrows move between them, Enter opens one. */
export function PhotoGrid({ photos, count, similarity }: Props) {
  const { t } = useI18n();
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    // Whoever opens the viewer meets the failure.
    loadViewer().catch(() => undefined);
  }, []);
  const current = Math.min(chosen, photos.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])];
    const to = tileByKey(event.key, current, tiles.length, columnsOf(tiles));
    if (to === null) return;
    // Otherwise up and down would lead to another record.
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
          similarity={similarity.get(photo.pointer) ?? null}
        />
      ))}
    </Box>
  );
}

/** The number of columns: the tiles at the height of the first one. */
export function columnsOf(tiles: readonly { offsetTop: number }[]): number {
  const [first] = tiles;
  if (first === undefined) return 1;
  const next = tiles.findIndex(({ offsetTop }) => offsetTop > first.offsetTop);
  return next < 0 ? Math.max(1, tiles.length) : next;
}

/** The index that a key leads to; null where it is not a key of the grid. */
export function tileByKey(key: string, index: number, count: number, columns: number): number | null {
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    // The last row may be shorter.
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

/** Counts the photos and documents of a record, and those that are not stored by their state. */
export function countsOf(attachments: readonly Attachment[]) {
  const count = (matches: (attachment: Attachment) => boolean) => attachments.filter(matches).length;
  return {
    photos: count(({ role }) => role === 'picture'),
    documents: count(({ role }) => role === 'document'),
    waiting: count(({ state }) => state === 'queued' || state === 'downloading'),
    awaitingApproval: count(({ state }) => state === 'awaitingApproval'),
    failed: count(({ state }) => state === 'failed'),
    refused: count(({ state }) => state === 'refused'),
  };
}

/** The counts in a line, without those that are zero: "24 fotos · 3 documentos · 1 en espera de descarga". */
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

/** As many empty tiles as the report names photos, while they are loaded. */
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
