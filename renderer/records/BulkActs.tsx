import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { maxAtOnce, type RecordRow } from '#shared/contract/records.ts';
import { useNotDone } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useConnection } from '../app/queries.ts';
import { useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { useColleagues } from '../work/colleagues.ts';
import { PersonPicker } from '../work/PersonPicker.tsx';

type Props = {
  rows: readonly RecordRow[];
  gender: 'feminine' | 'masculine';
  /** What was done: nothing stays chosen. */
  onDone: () => void;
};

/** Parts of a list as long as one call takes. */
function inParts<Element>(list: readonly Element[]): Element[][] {
  const parts: Element[][] = [];
  for (let from = 0; from < list.length; from += maxAtOnce) parts.push(list.slice(from, from + maxAtOnce));
  return parts;
}

/** What is done with all chosen records at once: reviewed, and given to a person. Never a verdict, which each record has of its own. */
export function BulkActs({ rows, gender, onDone }: Props) {
  const { t, format } = useI18n();
  const { nameOf } = useColleagues();
  const acts = useBulkActs();
  const button = useRef<HTMLButtonElement>(null);
  const [isPicking, setPicking] = useState(false);
  const open = rows.filter(({ reviewedAt }) => reviewedAt === null);
  const isReviewing = open.length > 0;
  const withoutFindings = open.filter(({ attentionCount }) => attentionCount === 0);
  const [isAsking, setAsking] = useState(false);
  const review = (wanted: readonly RecordRow[]) => {
    setAsking(false);
    acts.review.mutate(
      { records: wanted, reviewed: isReviewing },
      {
        onSuccess: ({ changed, newer }) => {
          onDone();
          // Of those that stay unmarked it is said by then.
          if (changed.length === 0 && newer.length > 0) return;
          const said = t(`queue.bulk.${gender}.${isReviewing ? 'reviewed' : 'unreviewed'}`, {
            count: changed.length,
          });
          const before = wanted.filter(({ id }) => changed.includes(id));
          notify({
            tone: 'done',
            text: newer.length === 0 ? said : `${said}; ${t('queue.bulk.newer', { count: newer.length })}`,
            stays: changed.length > 1,
            undo: () => acts.review.mutate({ records: before, reviewed: !isReviewing }),
          });
        },
      },
    );
  };
  const begin = () => {
    if (withoutFindings.length < open.length) setAsking(true);
    else review(isReviewing ? open : rows);
  };
  const assign = (to: number | null) => {
    const moved = rows.filter(({ assignedTo }) => assignedTo !== to);
    acts.assign.mutate(
      moved.map(({ id }) => ({ id, to })),
      {
        onSuccess: (changed) => {
          onDone();
          const { length: count } = changed;
          const before = moved.filter(({ id }) => changed.includes(id));
          notify({
            tone: 'done',
            text:
              to === null
                ? t(`queue.bulk.${gender}.toNobody`, { count })
                : t(`queue.bulk.${gender}.assigned`, { count, name: nameOf(to) }),
            stays: count > 1,
            undo: () => acts.assign.mutate(before.map(({ id, assignedTo }) => ({ id, to: assignedTo }))),
          });
        },
      },
    );
  };
  const { isPending } = acts;
  const pick = () => setPicking(true);
  const [mayReview, mayAssign] = [useMay('records.setManyReviewed'), useMay('work.assign')];
  const reviewing = t(isReviewing ? 'queue.bulk.review' : 'queue.bulk.unreview');
  useKeys({
    e: acts.isPending || !mayReview ? undefined : { label: reviewing, run: begin },
    'shift m': acts.isPending || !mayAssign ? undefined : { label: t('work.assign.to'), run: pick },
  });
  if (acts.progress !== null)
    return (
      <Box role="status" sx={{ typography: 'body2', display: 'flex', alignItems: 'center', gap: 2 }}>
        {t('queue.bulk.progress', {
          done: format.count(acts.progress.done),
          all: format.count(acts.progress.all),
        })}
        <Button size="small" onClick={acts.stop}>
          {t('common.progress.stop')}
        </Button>
      </Box>
    );
  return (
    <>
      <ReviewDialog
        isOpen={isAsking}
        {...{ open, withoutFindings }}
        onReview={review}
        onClose={() => setAsking(false)}
      />
      {mayReview && (
        <Button size="small" disabled={isPending} onClick={begin} aria-keyshortcuts="E" title="E">
          {reviewing}
        </Button>
      )}
      {mayAssign && (
        <>
          <Button
            ref={button}
            size="small"
            disabled={isPending}
            onClick={pick}
            aria-haspopup="dialog"
            aria-keyshortcuts="Shift+M"
            title="Shift+M"
          >
            {t('work.assign.to')}
          </Button>
          <PersonPicker
            anchor={isPicking ? button.current : null}
            label={t('work.assign.to')}
            value={commonOf(rows)}
            onPick={assign}
            onClose={() => setPicking(false)}
          />
        </>
      )}
    </>
  );
}

type ReviewDialogProps = {
  isOpen: boolean;
  /** Those that nobody has reviewed, and those of them without a finding that nobody acknowledged. */
  open: readonly RecordRow[];
  withoutFindings: readonly RecordRow[];
  onReview: (wanted: readonly RecordRow[]) => void;
  onClose: () => void;
};

/** Asks whether records are reviewed together although some have findings; what Enter does is safe. */
function ReviewDialog({ isOpen, open, withoutFindings, onReview, onClose }: ReviewDialogProps) {
  const { t, format } = useI18n();
  const titleId = useId();
  const hasOthers = withoutFindings.length > 0;
  return (
    <Dialog open={isOpen} onClose={onClose} transitionDuration={0} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId} variant="h2" component="h2">
        {t('queue.bulk.ask.title', {
          count: open.length - withoutFindings.length,
          all: format.count(open.length),
        })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText variant="body2">{t('queue.bulk.ask.text')}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>
        <Button variant="text" color="inherit" autoFocus={!hasOthers} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant={hasOthers ? 'outlined' : 'contained'} onClick={() => onReview(open)}>
          {t('queue.bulk.ask.all', { count: open.length })}
        </Button>
        {hasOthers && (
          <Button variant="contained" autoFocus onClick={() => onReview(withoutFindings)}>
            {t('queue.bulk.ask.without', { count: withoutFindings.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Whose all of them are; where they are of several, one whom nobody is, so that each may be chosen and taken back. */
function commonOf(rows: readonly RecordRow[]): number | null {
  const [first = null, ...others] = new Set(rows.map(({ assignedTo }) => assignedTo));
  return others.length === 0 ? first : 0;
}

/** Reviews and assigns many records, part by part until somebody stops it, and shows them at once wherever they stand. */
function useBulkActs() {
  const { t } = useI18n();
  const { api, client } = useConnection();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const isStopped = useRef(false);
  /** Does one part after the other; what they say of the records that they changed. */
  const inTurn = async <Element,>(
    parts: readonly (readonly Element[])[],
    act: (part: Element[]) => Promise<number[]>,
  ) => {
    const all = parts.reduce((sum, part) => sum + part.length, 0);
    const changed: number[] = [];
    isStopped.current = false;
    try {
      for (const [index, part] of parts.entries()) {
        if (isStopped.current) break;
        if (parts.length > 1) setProgress({ done: index * maxAtOnce, all });
        changed.push(...(await act([...part])));
      }
    } finally {
      setProgress(null);
    }
    return changed;
  };
  const onSettled = () => {
    void queries.invalidateQueries({ queryKey: api.records.get.key() });
    void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
  };
  const review = useMutation({
    mutationFn: async ({ records, reviewed }: { records: readonly RecordRow[]; reviewed: boolean }) => {
      const newer: number[] = [];
      const changed = await inTurn(inParts(records), async (part) => {
        const done = await client.records.setManyReviewed(
          reviewed
            ? { reviewed, records: part.map(({ id, revision }) => ({ id, revision })) }
            : { reviewed, ids: part.map(({ id }) => id) },
        );
        patchRows(done.rows, api, queries);
        newer.push(...done.newer);
        return done.changed;
      });
      return { changed, newer };
    },
    onSuccess({ newer }) {
      if (newer.length > 0) notify({ tone: 'hint', text: t('queue.bulk.newer', { count: newer.length }) });
    },
    onError: notDone,
    onSettled,
  });
  const assign = useMutation({
    mutationFn: async (wanted: readonly { id: number; to: number | null }[]) => {
      const changed: number[] = [];
      for (const [to, of] of Map.groupBy(wanted, (one) => one.to))
        changed.push(
          ...(await inTurn(inParts(of.map(({ id }) => id)), async (part) => {
            const rows = await client.work.assign({ ids: part, to });
            patchRows(rows, api, queries);
            return rows.map(({ id }) => id);
          })),
        );
      return changed;
    },
    onError: notDone,
    onSettled,
  });
  const stop = () => {
    isStopped.current = true;
  };
  return { review, assign, isPending: review.isPending || assign.isPending, progress, stop };
}
