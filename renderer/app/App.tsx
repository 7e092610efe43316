import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { ListDetailLayout } from '../components/list/ListDetailLayout.tsx';
import { ListSkeleton } from '../components/Skeletons.tsx';
import { FirstRun } from '../first-run/FirstRun.tsx';
import { useFirstRun } from '../first-run/steps.ts';
import { Frame } from './frame/Frame.tsx';
import { useChanges } from './live/changes.ts';
import { Routes } from './routes.tsx';
import { useSettings } from './status.ts';

/** The first run until it is done or put off, then the frame with its screens. */
export function App() {
  useChanges();
  const settings = useSettings();
  const putOff = useFirstRun((state) => state.putOff);
  const [path, go] = useLocation();
  const due = settings.data !== undefined && settings.data.firstRunDoneAt === null && !putOff;
  useEffect(() => {
    if (path === '/' || path === '') go(due ? '/first-run/company' : '/cancellations', { replace: true });
    else if (due && !path.startsWith('/first-run')) go('/first-run/company', { replace: true });
  }, [path, due, go]);
  if (settings.data === undefined && settings.error === null)
    return (
      <Frame>
        <ListDetailLayout open={false} list={<ListSkeleton />} detail={null} />
      </Frame>
    );
  if (path.startsWith('/first-run')) return <FirstRun />;
  return (
    <Frame>
      <Routes />
    </Frame>
  );
}
