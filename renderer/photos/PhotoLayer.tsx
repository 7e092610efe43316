import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { parsePhotoPath } from './paths.ts';

/** The viewer is a file of its own; whoever shows photos small has it fetched before it is wanted. */
export const loadViewer = () => import('./PhotoCover.tsx');

const PhotoCover = lazy(() => loadViewer().then(({ PhotoCover: cover }) => ({ default: cover })));

/** The photo that the address names, over the screen it was opened from. */
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
