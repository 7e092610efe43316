import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UpdateAct, type UpdatesState, updateFeed } from '#shared/contract/desktop.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { percentOf } from '../components/progress.ts';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';

type Offer = NonNullable<UpdatesState['offer']>;

/** How often the shell is asked, in milliseconds: while something moves, and else. */
const asked = { moving: 1000, still: 30_000 };
const moving: readonly UpdatesState['state'][] = ['checking', 'downloading', 'waiting', 'installing'];

/** Newer versions of Perito: where they are looked for, what there is, and when it is installed. */
export function UpdateSettings() {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const { data: updates } = useQuery({
    ...api.desktop.updates.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data !== undefined && moving.includes(state.data.state) ? asked.moving : asked.still,
  });
  const keep = {
    onSuccess: (next: UpdatesState) => queries.setQueryData(api.desktop.updates.queryKey(), next),
    onError: notDone,
  };
  const check = useMutation({ ...api.desktop.checkForUpdate.mutationOptions(), ...keep });
  const act = useMutation({ ...api.desktop.actOnUpdate.mutationOptions(), ...keep });
  const setFeed = useMutation({ ...api.desktop.setUpdateFeed.mutationOptions(), ...keep });
  // In a browser the program is somebody else's to update.
  if (updates === undefined || updates.off === 'inBrowser') return null;
  const { offer } = updates;
  return (
    <Box
      component="section"
      aria-label={t('settings.updates.title')}
      sx={{ display: 'grid', gap: 4, borderTop: 1, pt: 5 }}
    >
      <Typography variant="h3" component="h2">
        {t('settings.updates.title')}
      </Typography>
      {updates.off === 'notBuiltIn' ? (
        <Alert severity="info">
          {t('settings.updates.notBuiltIn', { version: updates.version })}{' '}
          <PlainCode value={t('settings.updates.guide')} />
        </Alert>
      ) : (
        <>
          <Standing
            updates={updates}
            isBusy={check.isPending || updates.state === 'checking'}
            onCheck={() => check.mutate(undefined)}
          />
          {updates.failure !== null && <Failure failure={updates.failure} />}
          {offer !== null && (
            <Offered
              updates={updates}
              offer={offer}
              onAct={(what) => act.mutate({ version: offer.version, act: what })}
            />
          )}
          <Feed
            key={updates.feed}
            updates={updates}
            isBusy={setFeed.isPending}
            onSet={(feed) => setFeed.mutate({ feed })}
          />
        </>
      )}
    </Box>
  );
}

/** What runs here, and what is known of newer ones. */
function Standing(props: { updates: UpdatesState; isBusy: boolean; onCheck: () => void }) {
  const { t } = useI18n();
  const when = useWhen();
  const { updates, isBusy, onCheck } = props;
  const { off, offer, checkedAt, version } = updates;
  const known = () => {
    if (off === 'noFeed') return t('settings.updates.noFeed');
    if (isBusy) return t('settings.updates.checking');
    if (checkedAt === null) return t('settings.updates.notChecked');
    return t(offer === null ? 'settings.updates.newest' : 'settings.updates.checked', {
      at: when(checkedAt),
    });
  };
  const canCheck =
    off === null && (['none', 'available', 'declined', 'ready'] as string[]).includes(updates.state);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 240 }}>
        <Typography variant="body1">{t('settings.updates.version', { version })}</Typography>
        <Typography variant="caption" component="p" role="status">
          {known()}
        </Typography>
      </Box>
      <Button variant="outlined" disabled={!canCheck || isBusy} onClick={onCheck}>
        {t('settings.updates.check')}
      </Button>
    </Box>
  );
}

function Failure({ failure }: { failure: NonNullable<UpdatesState['failure']> }) {
  const { t } = useI18n();
  const when = useWhen();
  return (
    <Alert severity={failure.code === 'unreachable' || failure.code === 'cut' ? 'warning' : 'error'}>
      {t(`settings.updates.failure.${failure.code}`)}
      <Typography variant="caption" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {when(failure.at)} · {failure.detail}
      </Typography>
    </Alert>
  );
}

function Offered(props: { updates: UpdatesState; offer: Offer; onAct: (act: UpdateAct) => void }) {
  const { t, format } = useI18n();
  const { updates, offer } = props;
  return (
    <Box
      component="section"
      aria-label={t('settings.updates.offered', { version: offer.version })}
      sx={{ border: 1, borderRadius: 1, bgcolor: 'background.paper', p: 5, display: 'grid', gap: 3 }}
    >
      <div>
        <Typography variant="h3" component="h3">
          {t('settings.updates.offered', { version: offer.version })}
        </Typography>
        <Typography variant="caption" component="p">
          {t('settings.updates.of', {
            day: format.day(offer.releasedAt),
            bytes: format.bytes(offer.bytes),
          })}
        </Typography>
      </div>
      {offer.notes !== '' && (
        <Typography
          variant="body2"
          component="p"
          sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 220, overflowY: 'auto' }}
          tabIndex={0}
        >
          {offer.notes}
        </Typography>
      )}
      <Progress {...props} />
      {updates.file !== null && <ByHand file={updates.file} />}
      <Acts {...props} />
    </Box>
  );
}

/** How far it is, in words. */
function Progress({ updates, offer }: { updates: UpdatesState; offer: Offer }) {
  const { t, format } = useI18n();
  const { state, received } = updates;
  if (state === 'downloading') {
    const percent = percentOf({ done: received, all: offer.bytes }) ?? 0;
    return (
      <div>
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={t('settings.updates.downloading')}
          sx={{ borderRadius: 1 }}
        />
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('settings.updates.received', {
            received: format.bytes(received),
            bytes: format.bytes(offer.bytes),
          })}
        </Typography>
      </div>
    );
  }
  if (state === 'waiting') {
    const what = updates.waitsFor.map((one) => t(`settings.updates.waitsFor.${one}`));
    return (
      <Alert severity="warning" role="status">
        {what.length === 0
          ? t('settings.updates.looking')
          : t('settings.updates.waiting', { what: what.join(', ') })}
      </Alert>
    );
  }
  const said: Partial<Record<UpdatesState['state'], ReactNode>> = {
    installing: t('settings.updates.installing'),
    declined: t('settings.updates.declined'),
    ready: updates.isForQuit
      ? t('settings.updates.forQuit')
      : updates.isByHand
        ? null
        : t('settings.updates.ready'),
  };
  const text = said[state] ?? null;
  return text === null ? null : <Typography variant="body2">{text}</Typography>;
}

/** A package that only an administrator installs. */
function ByHand({ file }: { file: string }) {
  const { t } = useI18n();
  return (
    <Typography variant="body2" component="div">
      {t('settings.updates.byHand')}
      <Box sx={{ mt: 1 }}>
        <PlainCode value={`sudo apt install "${file}"`} />
      </Box>
    </Typography>
  );
}

/** What a person can do about it now; the first is what most want. */
function actsOf({ state, isForQuit, isByHand }: UpdatesState): UpdateAct[] {
  if (state === 'available') return ['download', 'decline'];
  if (state === 'downloading') return ['stop'];
  if (state === 'declined') return ['remind'];
  if (state === 'waiting') return ['notNow'];
  if (state !== 'ready') return [];
  if (isByHand) return ['decline'];
  return isForQuit ? ['installNow', 'notNow'] : ['installNow', 'installAtQuit', 'decline'];
}

function Acts({ updates, onAct }: { updates: UpdatesState; onAct: (act: UpdateAct) => void }) {
  const { t } = useI18n();
  const acts = actsOf(updates);
  if (acts.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
      {acts.map((act, index) => {
        const isMain = index === 0 && (act === 'download' || act === 'installNow');
        return (
          <Button key={act} variant={isMain ? 'contained' : 'outlined'} onClick={() => onAct(act)}>
            {t(`settings.updates.act.${act}`)}
          </Button>
        );
      })}
    </Box>
  );
}

/** The address, which belongs to this computer. */
function Feed(props: { updates: UpdatesState; isBusy: boolean; onSet: (feed: string | null) => void }) {
  const { t } = useI18n();
  const { updates, isBusy, onSet } = props;
  const saved = updates.feed ?? '';
  const [text, setText] = useState(saved);
  const checked = updateFeed.safeParse({ feed: text.trim() });
  const isChanged = text.trim() !== saved;
  const isUsual = updates.feed === updates.usualFeed;
  return (
    <Form
      onSubmit={() => {
        if (checked.success && isChanged) onSet(checked.data.feed);
      }}
      sx={{ display: 'grid', gap: 3 }}
    >
      <TextField
        label={t('settings.updates.feed')}
        code
        value={text}
        onChange={setText}
        error={checked.success ? null : t('settings.updates.feedWrong')}
        helperText={t('settings.updates.feedHelp')}
      />
      <Box sx={{ display: 'flex', gap: 3 }}>
        <Button type="submit" variant="outlined" disabled={!isChanged || !checked.success || isBusy}>
          {t('common.save')}
        </Button>
        {!isUsual && (
          <Button variant="text" disabled={isBusy} onClick={() => onSet(null)}>
            {t('settings.updates.usualFeed')}
          </Button>
        )}
      </Box>
    </Form>
  );
}
