import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { create } from 'zustand';
import { useWords } from '../app/locale/i18n.ts';
import { Choices } from '../parts/Choices.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { NothingOpen } from '../parts/NothingOpen.tsx';
import { ListHead, Panes, Scroll } from '../parts/Panes.tsx';
import { ListSkeleton } from '../parts/Skeletons.tsx';
import { useSteps } from '../parts/useSteps.ts';
import { CancellationDetail } from './CancellationDetail.tsx';
import { CancellationSections } from './CancellationSections.tsx';
import { useDecidedCancellations, useOpenCancellations } from './useCancellations.ts';

type Shown = 'open' | 'decided';
const useShown = create<{ shown: Shown }>(() => ({ shown: 'open' }));
const base = '/cancellations';
const hrefOf = (row: { id: number }) => `${base}/${row.id}`;

/** What the marketplace asks to cancel, with the open question beside it. */
export function CancellationsScreen({ id }: { id: number | null }) {
  const { t } = useWords();
  const shown = useShown((state) => state.shown);
  const open = useOpenCancellations(shown === 'open');
  const decided = useDecidedCancellations(shown === 'decided');
  const sections = useMemo(
    () =>
      shown === 'open'
        ? open.sections.filter((section) => section.rows.length > 0)
        : decided.rows.length > 0
          ? [
              {
                name: 'decided' as const,
                rows: decided.rows,
                total: decided.total,
              },
            ]
          : [],
    [shown, open.sections, decided.rows, decided.total],
  );
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections]);
  useSteps(rows, id, hrefOf, base);
  const pending = shown === 'open' ? open.pending : decided.query.isPending;
  const failing = shown === 'open' ? open.failing : decided.query.isError ? decided.query : undefined;
  const title = t('frame.rail.cancellations');
  return (
    <Panes
      open={id !== null}
      list={
        <>
          <ListHead title={title}>
            <Choices
              label={t('cancellations.filter.label')}
              value={shown}
              options={[
                { value: 'open', words: t('cancellations.filter.open') },
                { value: 'decided', words: t('cancellations.filter.decided') },
              ]}
              onChange={(value) => useShown.setState({ shown: value })}
            />
          </ListHead>
          {failing !== undefined && <ErrorState query={failing} />}
          {pending && failing === undefined ? (
            <ListSkeleton />
          ) : sections.length === 0 && failing === undefined ? (
            <EmptyState
              icon={Undo2}
              title={t(`cancellations.empty.${shown}.title`)}
              text={t(`cancellations.empty.${shown}.text`)}
            />
          ) : (
            <Scroll label={title}>
              <CancellationSections
                sections={sections}
                selected={id}
                hrefOf={hrefOf}
                {...(shown === 'decided' && decided.query.hasNextPage ? { onMore: decided.onNearEnd } : {})}
              />
            </Scroll>
          )}
        </>
      }
      detail={
        id === null ? <NothingOpen rows={rows.length} /> : <CancellationDetail key={id} id={id} back={base} />
      }
    />
  );
}
