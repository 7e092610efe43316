import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { loadViewer } from '../viewer/load-viewer.ts';
import { columnsOf, tileByKey } from './grid-keys.ts';
import type { Likeness } from './likeness.ts';
import { PhotoTile } from './PhotoTile.tsx';

type Props = {
  photos: readonly Attachment[];
  /** How many there are, shown here or not. */
  count: number;
  likeness: ReadonlyMap<string, Likeness>;
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
