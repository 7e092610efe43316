import { useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useState } from 'react';
import type { OfficeState } from '#shared/contract/office.ts';
import type { OfficeClient } from '../app/connection.ts';
import { retryNow } from '../app/live/changes.ts';
import { useConnection } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { FrameSkeleton } from '../components/Skeletons.tsx';
import { OfficeScreen } from './OfficeScreen.tsx';
import { followOffice, useOfficeState } from './office-state.ts';

/** Shows the screens once the desktop program is with its office, where it has one; else what stands against it, and the ways on. */
export function OfficeGate({ children }: { children: ReactNode }) {
  const { office } = useConnection();
  return office === null || isReadOnly() ? children : <Watched client={office}>{children}</Watched>;
}

function Watched({ client, children }: { client: OfficeClient; children: ReactNode }) {
  const office = useOfficeState((known) => known.office);
  const queries = useQueryClient();
  const [wasIn, setIn] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void followOffice(client, stop.signal);
    return () => stop.abort();
  }, [client]);
  const isIn = office === null || office?.isConnected === true;
  if (isIn && !wasIn) setIn(true);
  useEffect(() => {
    if (!isIn) return;
    // What could not be asked meanwhile is asked now.
    retryNow();
    void queries.invalidateQueries();
  }, [isIn, queries]);
  if (office === undefined) return <FrameSkeleton />;
  const isCovered = office !== null && !isIn && (!wasIn || isBarred(office));
  return (
    <>
      {/* What was typed behind it stays. */}
      {wasIn && <Activity mode={isCovered ? 'hidden' : 'visible'}>{children}</Activity>}
      {isCovered && <OfficeScreen client={client} office={office} />}
    </>
  );
}

/** Whoever worked already is told by a band that nobody answers, and goes on reading; anything else is no office to go on with. */
const isBarred = ({ trouble }: OfficeState): boolean => trouble !== null && trouble.code !== 'unreachable';
