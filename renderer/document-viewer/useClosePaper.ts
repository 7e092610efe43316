import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { wentOver } from '../photos/PhotoLink.tsx';
import { screenBehindPaper } from './paths.ts';

/** Back to the screen behind: by the way that led here, so that "back" does not lead to the paper again. */
export function useClosePaper(): () => void {
  const [path, go] = useLocation();
  return useCallback(() => {
    if (wentOver()) window.history.back();
    else go(screenBehindPaper(path), { replace: true });
  }, [path, go]);
}
