import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Tooltip from '@mui/material/Tooltip';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, FileCheck, FileDown, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type ExportEntry, maxExportRows } from '#shared/contract/exports.ts';
import { useNotDone } from '../app/error-message.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useCommands } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { percentOf } from '../components/progress.ts';
import { exportUrl, useExporting } from './exporting.ts';

/** More than these would leave little of the screen; the rest follow as these are removed. */
const maxShown = 3;

/** How far the exports of this person are, and what is done of them, until each is removed. */
export function ExportBanners() {
  const entries = useQuery(useApi().exports.list.queryOptions()).data ?? [];
  const awaited = useExporting((state) => state.awaited);
  const ready = entries.find(({ id, state }) => state === 'done' && awaited.includes(id));
  useEffect(() => {
    if (ready === undefined) return;
    const { id } = ready;
    useExporting.setState(({ awaited }) => ({ shown: id, awaited: awaited.filter((one) => one !== id) }));
  }, [ready]);
  return entries.slice(0, maxShown).map((entry) => <ExportBanner key={entry.id} entry={entry} />);
}

function ExportBanner({ entry }: { entry: ExportEntry }) {
  const { t } = useI18n();
  const api = useApi();
  const notDone = useNotDone();
  const stop = useMutation(api.exports.stop.mutationOptions({ onError: notDone }));
  const remove = useMutation(api.exports.remove.mutationOptions({ onError: notDone }));
  const text = useExportText()(entry);
  const { id, title, state, format, rows, total } = entry;
  const save = useRef<HTMLAnchorElement>(null);
  useCommands([
    ...(state === 'done'
      ? [{ label: t('exports.saveOf', { title }), run: () => save.current?.click() }]
      : []),
    ...(state === 'writing'
      ? []
      : [{ label: t('exports.dismiss', { title }), run: () => remove.mutate({ id }) }]),
  ]);
  const dismiss = (
    <Tooltip title={t('exports.dismiss', { title })}>
      <IconButton
        size="small"
        aria-label={t('exports.dismiss', { title })}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
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
          <Button ref={save} size="small" component="a" href={exportUrl(id, 'download')} download="">
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
