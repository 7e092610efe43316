import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { parsePhotoPath } from './paths.ts';

/** Loads the viewer, which is a chunk of its own; the grid loads it beforehand. */
export const loadViewer = () => import('./PhotoCover.tsx');

const PhotoCover = lazy(() => loadViewer().then(({ PhotoCover: cover }) => ({ default: cover })));

/** The photo that the address names, over the screen that it was opened from. */
export function PhotoLayer() {
  const [path] = useLocation();
  const place = parsePhotoPath(path);
  if (place === null) return null;
  return (
    <Suspense>
      <PhotoCover place={place} />
    </Suspense>
  );
}
