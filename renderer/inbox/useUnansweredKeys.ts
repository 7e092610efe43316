import type { InboxEntry } from '#shared/contract/inbox.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { isToConfirm } from './InboxDetail.tsx';

/** What is open: nothing, what waits no more, or an entry by how it is worked off. */
type Open = 'nothing' | 'gone' | 'record' | 'payment' | 'claim' | 'verdict' | 'approval' | 'unmatched';
type Key = 'e' | 'a' | 'r' | 'n' | 'm' | 'b' | 'f' | 'z' | 'u';
type Why =
  | 'choose'
  | 'gone'
  | 'verdict'
  | 'confirm'
  | 'close'
  | 'noVerdict'
  | 'onOrder'
  | 'onRecord'
  | 'noPhotos'
  | 'noneBack'
  | 'noneHeld';

const ofCancellation = { verdict: 'onOrder', approval: 'onOrder', unmatched: 'close' } as const;

/** Why a key does nothing where no part of the screen answers it. */
const reasons: Record<Key, Why | ({ otherwise: Why } & Partial<Record<Open, Why>>)> = {
  e: {
    otherwise: 'gone',
    nothing: 'choose',
    payment: 'confirm',
    verdict: 'verdict',
    approval: 'confirm',
    unmatched: 'close',
  },
  a: { otherwise: 'noVerdict', nothing: 'choose', gone: 'gone', unmatched: 'close' },
  r: { otherwise: 'noVerdict', nothing: 'choose', gone: 'gone', unmatched: 'close' },
  n: { otherwise: 'gone', nothing: 'choose', ...ofCancellation },
  m: { otherwise: 'gone', nothing: 'choose', ...ofCancellation },
  b: { otherwise: 'gone', nothing: 'choose', claim: 'onRecord', ...ofCancellation },
  f: { otherwise: 'noPhotos', nothing: 'choose' },
  z: 'noneBack',
  u: 'noneHeld',
};

function openOf(entry: InboxEntry | 'gone' | null): Open {
  if (entry === null) return 'nothing';
  if (entry === 'gone') return 'gone';
  if (entry.kind === 'cancellation') {
    if (entry.state === 'unmatched') return 'unmatched';
    return entry.proposal === null ? 'verdict' : 'approval';
  }
  if (entry.kind === 'claim') return 'claim';
  return isToConfirm(entry) ? 'payment' : 'record';
}

/** A key of the inbox that has nothing to do on what is open says why, and which one has. */
export function useUnansweredKeys(entry: InboxEntry | 'gone' | null): void {
  const { t } = useI18n();
  const may = useMay('inbox.done');
  const tell = (key: Key) => () => {
    const of = reasons[key];
    const why = typeof of === 'string' ? of : (of[openOf(entry)] ?? of.otherwise);
    const isAct = key !== 'f' && key !== 'u' && why !== 'choose';
    notify({
      tone: 'hint',
      text: isAct && !may ? t('people.needs.adjuster') : t(`inbox.keys.${why}`, { key: key.toUpperCase() }),
    });
  };
  useKeys(
    {
      ...{ e: tell('e'), 'shift space': tell('e'), a: tell('a'), r: tell('r'), n: tell('n') },
      ...{ m: tell('m'), 'shift m': tell('m'), b: tell('b'), f: tell('f'), z: tell('z'), u: tell('u') },
    },
    { isLast: true },
  );
}
