import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { ArrowLeft, Check, CheckCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { CancellationChip } from '../cancellations/CancellationChip.tsx';
import { Amount } from '../parts/Amount.tsx';
import { Code } from '../parts/Code.tsx';
import { KeyHint } from '../parts/KeyHint.tsx';
import { RelativeTime, useWhen } from '../parts/RelativeTime.tsx';
import { useItemWords } from './item-words.ts';

/** The order's number, what it is about, its total, and its mark. Keeps its place while the rest scrolls. */
export function OrderHead(props: { order: RecordDetail; back: string; onToggle: () => void }) {
  const { order } = props;
  const { t } = useWords();
  const item = useItemWords();
  return (
    <Box sx={{ px: 6, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={props.back} />
        <Typography variant="h1" sx={{ flex: 1, minWidth: 0 }}>
          <Code value={order.number} what={t('orders.detail.number')} />
        </Typography>
        <Typography variant="h1" component="p">
          <Amount value={order.total} />
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1, minHeight: 32 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1, minWidth: 0 }}>
          {item(order)} · {order.partyName ?? t('orders.row.noParty')} ·{' '}
          {t('orders.facts.received').toLocaleLowerCase()} <RelativeTime at={order.receivedAt} />
        </Typography>
        {order.cancellation !== null && (
          <Link
            href={`/cancellations/${order.cancellation.id}`}
            aria-label={t('orders.detail.openCancellation')}
          >
            <CancellationChip state={order.cancellation.state} />
          </Link>
        )}
        <ReviewedButton order={order} onToggle={props.onToggle} />
      </Box>
    </Box>
  );
}

/** Back to the list, where the window is too narrow for both. */
export function BackButton({ href }: { href: string }) {
  const { t } = useWords();
  return (
    <IconButton
      component={Link}
      href={href}
      aria-label={t('orders.detail.back')}
      sx={(theme) => ({ [theme.breakpoints.up('md')]: { display: 'none' } })}
    >
      <ArrowLeft size={18} />
    </IconButton>
  );
}

function ReviewedButton({ order, onToggle }: { order: RecordDetail; onToggle: () => void }) {
  const { t } = useWords();
  const when = useWhen();
  if (order.reviewedAt === null)
    return (
      <Button startIcon={<Check size={14} />} onClick={onToggle} aria-keyshortcuts="Space E">
        {t('orders.detail.markReviewed')}
        <KeyHint gap>E</KeyHint>
      </Button>
    );
  const said = t('orders.detail.reviewedBy', { who: order.reviewedBy ?? '—', when: when(order.reviewedAt) });
  return (
    <Tooltip title={`${said}. ${t('orders.detail.unmark')}`}>
      <Button
        variant="text"
        color="inherit"
        startIcon={<CheckCheck size={14} />}
        onClick={onToggle}
        aria-pressed
        aria-keyshortcuts="Space E"
        sx={{ color: 'text.secondary' }}
      >
        {t('orders.detail.reviewed')}
      </Button>
    </Tooltip>
  );
}
