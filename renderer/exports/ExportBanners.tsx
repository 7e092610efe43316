import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Popover from '@mui/material/Popover';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, FileCheck, FileDown, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ExportEntry, maxExportRows } from '#shared/contract/exports.ts';
import { errorKind, useNotDone } from '../app/error-message.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useCommands } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { percentOf } from '../components/progress.ts';
import { Tooltip } from '../components/Tooltip.tsx';
import { exportUrl, useExporting } from './exporting.ts';

/** How far the exports of this person are, and what is done of them, until each is saved or removed: in one line, whatever there are. */
export function ExportBanners() {
  const entries = useQuery(useApi().exports.list.queryOptions()).data ?? [];
  const awaited = useExporting((state) => state.awaited);
  const ready = entries.find(({ id, state }) => state === 'done' && awaited.includes(id));
  useEffect(() => {
    if (ready === undefined) return;
    const { id } = ready;
    useExporting.setState(({ awaited }) => ({ shown: id, awaited: awaited.filter((one) => one !== id) }));
  }, [ready]);
  const [only, ...others] = entries;
  if (only === undefined) return null;
  return others.length === 0 ? <ExportBanner entry={only} /> : <Several entries={entries} />;
}

/** Those that are being removed or are gone: a second press asks for nothing. */
const removed = new Set<string>();

/** Removes an export, of one that is being saved without its file. */
function useRemove() {
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const { mutate } = useMutation(
    api.exports.remove.mutationOptions({
      onError: (error, { id }) => {
        removed.delete(id);
        // Gone already, as from another window.
        if (errorKind(error) !== 'notFound') notDone(error);
      },
      onSettled: () => queries.invalidateQueries({ queryKey: api.exports.key() }),
    }),
  );
  return (wanted: { id: string; isSaved?: boolean }) => {
    if (removed.has(wanted.id)) return;
    removed.add(wanted.id);
    mutate(wanted);
  };
}

/** Several exports: how many are ready, all of them saved with one press, and the list of each. */
function Several({ entries }: { entries: readonly ExportEntry[] }) {
  const { t } = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const remove = useRemove();
  const countOf = (state: ExportEntry['state']) => entries.filter((one) => one.state === state).length;
  const done = entries.filter(({ state }) => state === 'done');
  const [writing, failed] = [countOf('writing'), countOf('failed')];
  const saveAll = () => {
    for (const { id } of done) {
      saveFile(id);
      remove({ id, isSaved: true });
    }
  };
  const removeAll = () => {
    for (const { id, state } of entries) if (state !== 'writing') remove({ id });
  };
  useCommands(
    done.length === 0 ? [] : [{ label: t('exports.saveAll', { count: done.length }), run: saveAll }],
  );
  const said = [
    ...(done.length > 0 ? [t('exports.ready', { count: done.length })] : []),
    ...(writing > 0 ? [t('exports.writingCount', { count: writing })] : []),
    ...(failed > 0 ? [t('exports.failedCount', { count: failed })] : []),
  ];
  return (
    <Banner
      tone={failed > 0 ? 'refusal' : 'neutral'}
      icon={failed > 0 ? CircleAlert : done.length > 0 ? FileCheck : FileDown}
      action={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            {t('exports.showList')}
          </Button>
          {done.length > 0 && (
            <Button size="small" onClick={saveAll}>
              {t('exports.saveAll', { count: done.length })}
            </Button>
          )}
          {writing < entries.length && (
            <Tooltip title={t('exports.dismissAll')}>
              <IconButton size="small" aria-label={t('exports.dismissAll')} onClick={removeAll}>
                <X size={14} aria-hidden />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      }
    >
      {said.join(' · ')}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        transitionDuration={0}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': t('exports.list'), sx: { width: 640, maxWidth: '92vw' } },
        }}
      >
        {entries.map((entry) => (
          <ExportBanner key={entry.id} entry={entry} />
        ))}
      </Popover>
    </Banner>
  );
}

/** Hands a file to the browser or the shell, which asks where it goes. */
function saveFile(id: string) {
  const link = document.createElement('a');
  link.href = exportUrl(id, 'download');
  link.download = '';
  link.click();
}

function ExportBanner({ entry }: { entry: ExportEntry }) {
  const { t } = useI18n();
  const api = useApi();
  const notDone = useNotDone();
  const stop = useMutation(api.exports.stop.mutationOptions({ onError: notDone }));
  const remove = useRemove();
  const text = useExportText()(entry);
  const { id, title, state, format, rows, total } = entry;
  const save = useRef<HTMLAnchorElement>(null);
  useCommands([
    ...(state === 'done'
      ? [{ label: t('exports.saveOf', { title }), run: () => save.current?.click() }]
      : []),
    ...(state === 'writing' ? [] : [{ label: t('exports.dismiss', { title }), run: () => remove({ id }) }]),
  ]);
  const dismiss = (
    <Tooltip title={t('exports.dismiss', { title })}>
      <IconButton size="small" aria-label={t('exports.dismiss', { title })} onClick={() => remove({ id })}>
        <X size={14} aria-hidden />
      </IconButton>
    </Tooltip>
  );
  if (state === 'writing')
    return (
      <Banner
        tone="neutral"
        icon={FileDown}
        action={
          <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate({ id })}>
            {t('exports.stop')}
          </Button>
        }
      >
        {text}
        <LinearProgress
          aria-label={t('exports.preparing', { title })}
          {...(total === null || total === 0
            ? {}
            : { variant: 'determinate', value: percentOf({ done: rows, all: total }) ?? 0 })}
          sx={{ mt: 1, maxWidth: 320 }}
        />
      </Banner>
    );
  if (state === 'failed')
    return (
      <Banner
        tone={entry.failure?.code === 'stopped' ? 'neutral' : 'refusal'}
        icon={CircleAlert}
        action={dismiss}
      >
        {text}
      </Banner>
    );
  return (
    <Banner
      tone="neutral"
      icon={FileCheck}
      action={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          {format === 'pdf' && (
            <Button size="small" onClick={() => useExporting.setState({ shown: id })}>
              {t('exports.open')}
            </Button>
          )}
          <Button
            ref={save}
            size="small"
            component="a"
            href={exportUrl(id, 'download')}
            download=""
            onClick={() => remove({ id, isSaved: true })}
          >
            {t('exports.save')}
          </Button>
          {dismiss}
        </Box>
      }
    >
      {text}
    </Banner>
  );
}

function useExportText(): (entry: ExportEntry) => string {
  const { t, format } = useI18n();
  return (entry) => {
    const { title, state, rows, total, bytes, failure } = entry;
    const shown = format.count(rows);
    const name = entry.format.toUpperCase();
    if (state === 'writing') {
      if (rows === 0) return t('exports.preparing', { title });
      return total === null
        ? t('exports.writing', { title, rows: shown })
        : t('exports.writingOf', { title, rows: shown, total: format.count(total) });
    }
    if (state === 'failed')
      return t(`exports.failure.${failure?.code ?? 'other'}`, {
        ...{ title, format: name },
        most: entry.format === 'csv' ? '' : format.count(maxExportRows[entry.format]),
      });
    const size = format.bytes(bytes);
    return entry.isDocument
      ? t('exports.document', { title, size })
      : t('exports.done', { title, count: rows, shown, format: name, size });
  };
}
