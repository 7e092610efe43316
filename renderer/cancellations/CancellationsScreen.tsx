import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import { Undo2 } from 'lucide-react';
import { create } from 'zustand';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { isAt, navigate } from '../app/hash-location.ts';
import { focusWhenThere } from '../app/keys/focus.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { ListScreen } from '../components/list/ListScreen.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { CancellationDetail } from './CancellationDetail.tsx';
import { CancellationRowLink } from './CancellationRow.tsx';
import { Countdown } from './CancellationState.tsx';
import {
  cancellationFilters,
  isHeld,
  mostUrgent,
  useDecidedCancellations,
  useMustAskAgain,
  useOpenCancellations,
  useProposedCancellations,
} from './useCancellations.ts';

type Shown = 'open' | 'proposed' | 'again' | 'decided';
const useShown = create<{ shown: Shown }>(() => ({ shown: isReadOnly() ? 'decided' : 'open' }));
const base = '/cancellations';
const hrefOf = (row: { id: number }) => `${base}/${row.id}`;

/** What the marketplace asks to cancel, with the open question beside it. */
export function CancellationsScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const shown = useShown((state) => state.shown);
  const open = useOpenCancellations();
  const proposed = useProposedCancellations();
  const again = useMustAskAgain();
  const decided = useDecidedCancellations(shown === 'decided');
  const list = { open, proposed, again, decided }[shown];
  // Which of the others can run out first: the list does not move for it.
  const held = isReadOnly()
    ? null
    : mostUrgent(open.rows.filter((row) => row.id !== id && isHeld(row) && !isProposed(row)));
  const goTo = (row: { id: number }, where: Shown = 'open') => {
    useShown.setState({ shown: where });
    navigate(hrefOf(row), { replace: id !== null });
    focusWhenThere('list');
  };
  useKeys({ u: held === null ? undefined : { label: t('frame.keys.urgent'), run: () => goTo(held) } });
  /** After a verdict: the next to be decided, else what was decided stays open; whoever has gone on meanwhile stays there. */
  const goOn = (decidedId: number) => {
    if (!isAt(hrefOf({ id: decidedId }))) return;
    const isOther = (row: { id: number }) => row.id !== decidedId;
    const waits = shown === 'proposed' ? proposed.rows.find(isOther) : undefined;
    if (waits !== undefined) return goTo(waits, 'proposed');
    const next = mostUrgent(open.rows.filter((row) => isOther(row) && !isProposed(row)));
    if (next === null) focusWhenThere('detail');
    else goTo(next);
  };
  return (
    <ListScreen
      title={t('frame.rail.cancellations')}
      list={list}
      listKey={shown}
      path={base}
      hrefOf={hrefOf}
      selected={id}
      aside={
        <>
          <MostUrgent row={held} onOpen={goTo} />
          {shown !== 'proposed' && list.rows.length > 0 && (
            <ExportButton source={{ of: 'cancellations', filter: cancellationFilters[shown] }} />
          )}
        </>
      }
      filters={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ToggleGroup
            label={t('cancellations.filter.label')}
            value={shown === 'again' ? null : shown}
            options={['open', 'proposed', 'decided']}
            labelOf={(option) =>
              option === 'proposed' && proposed.total > 0
                ? t('cancellations.filter.proposedCount', { count: proposed.total })
                : t(`cancellations.filter.${option}`)
            }
            onChange={(value) => useShown.setState({ shown: value })}
          />
          {/* It has no place beside the others, and is there where there is something. */}
          {(again.total > 0 || shown === 'again') && (
            <ToggleButton
              size="small"
              value="again"
              selected={shown === 'again'}
              onChange={() => useShown.setState({ shown: shown === 'again' ? 'open' : 'again' })}
            >
              {t('cancellations.filter.againCount', { count: again.total })}
            </ToggleButton>
          )}
        </Box>
      }
      empty={
        <EmptyState
          icon={Undo2}
          title={t(`cancellations.empty.${shown}.title`)}
          text={t(`cancellations.empty.${shown}.text`)}
        />
      }
      renderRow={(row, isOpen) => <CancellationRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
      detail={
        id === null ? null : <CancellationDetail key={id} id={id} back={base} onDecided={() => goOn(id)} />
      }
    />
  );
}
/** An approval of it waits for a second person, who finds it in a list of its own. */
const isProposed = ({ proposal }: CancellationRow) => proposal !== null && !proposal.isOutdated;

type MostUrgentProps = { row: CancellationRow | null; onOpen: (row: CancellationRow) => void };

/** A button in the list's header that opens the held call with the least time left. */
function MostUrgent({ row, onOpen }: MostUrgentProps) {
  const { t } = useI18n();
  return (
    <Box role="status" sx={{ ml: 'auto', height: 24 }}>
      {row !== null && row.heldUntil !== null && (
        <Button
          size="small"
          color="inherit"
          onClick={() => onOpen(row)}
          aria-keyshortcuts="U"
          sx={{ minHeight: 24, py: 0, gap: 1.5 }}
        >
          <VisuallyHidden>
            {t('cancellations.row.mostUrgent', { number: row.orderNumber ?? String(row.marketplaceId) })}
          </VisuallyHidden>
          <span aria-hidden>{t('cancellations.row.urgent')}</span>
          <Countdown heldUntil={row.heldUntil} heldSince={row.lastAskedAt} size={16} />
          <Kbd>U</Kbd>
        </Button>
      )}
    </Box>
  );
}
