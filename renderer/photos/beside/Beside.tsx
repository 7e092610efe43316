import { useKeys } from '../../app/keys/keys.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useFlip } from '../useFlip.ts';
import { usePhotoDetail } from '../usePhotoSet.ts';
import { closeCommand } from '../viewer/close-command.ts';
import { Toolbar } from '../viewer/Toolbar.tsx';
import { ViewerSkeleton } from '../viewer/ViewerStates.tsx';
import { LoadedBeside } from './LoadedBeside.tsx';

/** Two photos next to each other, of one report or of two. */
export function Beside({ photo, other }: { photo: number; other: number }) {
  const { leave } = useFlip();
  const left = usePhotoDetail(photo);
  const right = usePhotoDetail(other);
  if (left.data !== undefined && right.data !== undefined)
    return <LoadedBeside left={left.data} right={right.data} onBack={leave} />;
  const failed = [left, right].find(({ isError }) => isError);
  return (
    <Waiting onBack={leave}>
      {failed === undefined ? <ViewerSkeleton /> : <ErrorState query={failed} />}
    </Waiting>
  );
}

function Waiting({ onBack, children }: { onBack: () => void; children: React.ReactNode }) {
  const close = closeCommand(onBack);
  useKeys({ Escape: close.act }, { alone: true });
  return (
    <>
      <Toolbar title={null} groups={[[close]]} />
      {children}
    </>
  );
}
