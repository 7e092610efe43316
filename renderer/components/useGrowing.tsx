import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

/**
 * The beginning of a list that may be long, and the button that shows more of it, which presses itself when it is scrolled into
 * sight. Null in place of it where all is shown. What nobody looks at costs nothing, and what opens opens at once.
 */
export function useGrowing<Item>(
  all: readonly Item[],
  first: number,
): { shown: readonly Item[]; more: ReactNode } {
  const [count, setCount] = useState(first);
  return {
    shown: all.length > count ? all.slice(0, count) : all,
    more: all.length > count ? <More key={count} onMore={() => setCount(count * 2)} /> : null,
  };
}

function More({ onMore }: { onMore: () => void }) {
  const { t } = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const { current } = button;
    if (current === null) return;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <Button ref={button} size="small" variant="text" onClick={onMore} sx={{ mt: 1 }}>
      {t('common.more')}
    </Button>
  );
}
