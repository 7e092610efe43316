import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Check, CircleAlert, Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { Countdown } from '../../cancellations/CancellationState.tsx';
import { Amount } from '../../components/Amount.tsx';
import { Box } from '../../components/Box.tsx';
import { PlainCode } from '../../components/Code.tsx';
import { VisuallyHidden } from '../../components/VisuallyHidden.tsx';
import { Link } from '../Link.tsx';
import { serverNow } from '../live/server-clock.ts';
import { useI18n } from '../locale/i18n.ts';
import { type SnackbarMessage, useSnackbar } from '../snackbar.ts';
import { secondsLeft, useHeldCallAlert, useHeldCallText } from './useHeldCallAlert.ts';

/** Held calls shown as notices at a time, where a message and all sections stand beside them: how many more wait is said below. */
const shownArrivals = { low: 1, high: 2 } as const;
/** Pixels of a window's height from where on the rail has room for another notice. */
const highWindow = 900;

/** Whether the rail has room for notices; where it is narrow, they are a band below the top bar. */
export const useWideRail = () => useMediaQuery(useTheme().breakpoints.up('lg'));

/**
 * Notices of what was just done, with their undo, and of waiting cancellations, of which none gives way to the others. They
 * cover nothing: they are at the foot of the rail, or in a band above the screen where the rail is narrow.
 */
export function Snackbar({ isBand = false }: { isBand?: boolean }) {
  const { t } = useI18n();
  const { rows, beside, seen } = useHeldCallAlert();
  const current = useSnackbar((state) => state.current);
  const isHigh = useMediaQuery(`(min-height: ${highWindow}px)`);
  const arrivals = rows.slice(0, shownArrivals[isHigh && !isBand ? 'high' : 'low']);
  const more = arrivals.length === 0 ? 0 : rows.length - arrivals.length + beside;
  // The rail is a landmark already; a band is in none.
  const landmark =
    isBand && arrivals.length > 0 ? { role: 'region', 'aria-label': t('frame.waiting.title') } : {};
  return (
    <Box
      {...landmark}
      sx={
        isBand
          ? { flex: 'none', display: 'flex' }
          : { flex: 'none', px: 2, display: 'flex', flexDirection: 'column', gap: 2 }
      }
    >
      <Announced rows={rows} />
      {/* What was just done stands above: a countdown stays where it is. */}
      <Box
        role="status"
        sx={{ minWidth: 0, ...(isBand && { flex: current === null ? 'none' : 1, order: 1 }) }}
      >
        {current !== null && <Said key={current.id} notice={current} isBand={isBand} />}
      </Box>
      {arrivals.map((row) => (
        <Arrival
          key={row.id}
          row={row}
          isBand={isBand}
          more={isBand && more > 0 ? <MoreWait count={more} /> : null}
          onSeen={() => seen(row.id)}
        />
      ))}
      {!isBand && more > 0 && (
        <Box sx={{ flex: 'none', px: 3 }}>
          <MoreWait count={more} />
        </Box>
      )}
    </Box>
  );
}

/** How many wait beside those that are shown; leads to the cancellations. */
function MoreWait({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <Box
      component={Link}
      href="/cancellations"
      sx={{
        typography: 'body2',
        fontWeight: 600,
        color: 'warning.main',
        textDecoration: 'none',
        whiteSpace: 'nowrap',
        flex: 'none',
        '&:hover': { textDecoration: 'underline' },
      }}
    >
      {t('frame.waiting.more', { count })}
    </Box>
  );
}

/** Announced once to screen readers, since the shown seconds change all the time. */
function Announced({ rows }: { rows: readonly CancellationRow[] }) {
  const label = useHeldCallText();
  const [announced, setAnnounced] = useState<ReadonlyMap<number, string>>(new Map());
  const fresh = rows.filter(({ id }) => !announced.has(id));
  if (fresh.length > 0)
    setAnnounced(
      new Map([
        ...announced,
        ...fresh.map((row) => [row.id, label(row, secondsLeft(row, serverNow()))] as const),
      ]),
    );
  return (
    <VisuallyHidden>
      <span role="log">
        {rows.map(({ id }) => (
          <span key={id}>{announced.get(id)}</span>
        ))}
      </span>
    </VisuallyHidden>
  );
}

type ArrivalProps = { row: CancellationRow; isBand: boolean; more: ReactNode; onSeen: () => void };

/** A waiting cancellation: its order, amount and remaining time. Leads to it. */
function Arrival({ row, isBand, more, onSeen }: ArrivalProps) {
  const { t } = useI18n();
  if (row.heldUntil === null) return null;
  return (
    <Card tone="waiting" isBand={isBand} onClose={onSeen}>
      <Box
        component={Link}
        href={`/cancellations/${row.id}`}
        sx={{
          color: 'inherit',
          textDecoration: 'none',
          display: 'flex',
          flexDirection: isBand ? 'row' : 'column',
          columnGap: 2,
          minWidth: 0,
          '&:hover': { textDecoration: 'underline' },
        }}
      >
        <span>{t('frame.waiting.title')}</span>
        <Box component="span" sx={{ fontWeight: 600 }}>
          <PlainCode value={row.orderNumber ?? String(row.marketplaceId)} />
        </Box>
        <Box component="span" sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          {row.total !== null && <Amount value={row.total} />}
          <Countdown heldUntil={row.heldUntil} heldSince={row.lastAskedAt} size={16} />
        </Box>
      </Box>
      {more}
    </Card>
  );
}

/** Long enough for reading and, where there is an undo, for thinking. */
const shownFor = { done: 6_000, failed: 10_000, hint: 6_000 } as const;

const icons = { done: Check, failed: CircleAlert, hint: Info };

function Said({ notice, isBand }: { notice: SnackbarMessage; isBand: boolean }) {
  const { t } = useI18n();
  const close = useSnackbar((state) => state.close);
  const isRead = useSnackbar((state) => state.isRead);
  const setRead = useSnackbar((state) => state.setRead);
  useEffect(() => {
    if (isRead || notice.stays === true) return;
    const timer = setTimeout(close, shownFor[notice.tone]);
    return () => clearTimeout(timer);
  }, [isRead, close, notice.tone, notice.stays]);
  const act = notice.undo ?? notice.see;
  const Icon = icons[notice.tone];
  return (
    <Box
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
      sx={{ minWidth: 0 }}
    >
      <Card tone={notice.tone === 'failed' ? 'refusal' : 'neutral'} isBand={isBand} onClose={close}>
        <Box
          component="span"
          sx={{ display: 'flex', gap: 1.5, minWidth: 0 }}
          {...(isBand ? { title: notice.text } : {})}
        >
          <Box component="span" sx={{ lineHeight: 0, pt: 0.75, flex: 'none' }}>
            <Icon size={14} aria-hidden />
          </Box>
          <Box
            component="span"
            sx={
              isBand
                ? { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
                : { overflowWrap: 'anywhere' }
            }
          >
            {notice.text}
          </Box>
        </Box>
        {act !== undefined && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              close();
              act();
            }}
            sx={{ flex: 'none', justifySelf: 'start' }}
          >
            {t(notice.undo === undefined ? 'common.see' : 'common.undo')}
          </Button>
        )}
      </Card>
    </Box>
  );
}

type CardProps = {
  tone: 'waiting' | 'refusal' | 'neutral';
  isBand: boolean;
  onClose: () => void;
  children: ReactNode;
};

function Card({ tone, isBand, onClose, children }: CardProps) {
  const { t } = useI18n();
  return (
    <Box
      sx={{
        typography: 'body2',
        display: 'flex',
        alignItems: isBand ? 'center' : 'flex-start',
        gap: 1,
        flex: isBand ? 1 : 'none',
        pl: isBand ? 4 : 3,
        pr: isBand ? 3 : 1,
        py: isBand ? 0.5 : 2,
        minWidth: 0,
        ...(isBand ? { borderBottom: 1 } : { borderRadius: 1, border: 1 }),
        borderColor: `${tone}.edge`,
        bgcolor: `${tone}.soft`,
        '& svg': { color: `${tone}.main` },
      }}
    >
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          ...(isBand ? { display: 'flex', alignItems: 'center', gap: 2 } : { display: 'grid', gap: 1.5 }),
        }}
      >
        {children}
      </Box>
      <IconButton size="small" aria-label={t('common.close')} onClick={onClose} sx={{ flex: 'none' }}>
        <X size={14} />
      </IconButton>
    </Box>
  );
}
