import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useWords } from '../locale/i18n.ts';
import { notify } from '../notice.ts';
import { useStatus } from '../status.ts';
import { useKeptTitle } from '../window-title.ts';
import { places } from './places.ts';

/**
 * Says that a cancellation waits to whoever looks elsewhere: in the window's title for another tab, and in a
 * notice on another screen.
 */
export function useWaiting() {
  const { t } = useWords();
  const status = useStatus();
  const [path, go] = useLocation();
  const held = status.data?.receiver.heldCalls;
  const before = useRef(held);
  const place = places.find((one) => path.startsWith(one.path));
  useKeptTitle({ waiting: held ?? 0, section: place === undefined ? null : t(`frame.rail.${place.words}`) });
  useEffect(() => {
    const more = held !== undefined && before.current !== undefined && held > before.current;
    before.current = held;
    if (more && !path.startsWith('/cancellations'))
      notify({ tone: 'arrived', text: t('frame.arrived'), see: () => go('/cancellations') });
  }, [held, path, t, go]);
}
