import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { ReferenceListState } from '#shared/contract/reference.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { ProblemNote } from './ProblemNote.tsx';

type Props = { list: ReferenceListState; pending: boolean; onRefresh: () => void; onAccept: () => void };

/** One list: its copy, its trouble, and its entries on request. */
export function ReferenceListCard({ list, pending, onRefresh, onAccept }: Props) {
  const { t } = useI18n();
  const when = useWhen();
  const [open, setOpen] = useState(false);
  const name = t(`platform.lists.names.${list.list}`);
  const tried = list.triedAt === null ? '' : when(list.triedAt);
  return (
    <Box
      component="li"
      sx={(theme) => ({
        px: 4,
        py: 2.5,
        borderRadius: 1,
        border: `1px solid ${theme.perito.scheme.line}`,
        display: 'grid',
        gap: 2,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h3">
            {name}
          </Typography>
          <Typography variant="caption" component="p">
            {list.fetchedAt === null
              ? t('platform.lists.never')
              : `${t('platform.lists.items', { count: list.items.length })} · ${t('platform.lists.fetched', { when: when(list.fetchedAt) })}`}
          </Typography>
        </Box>
        {list.items.length > 0 && (
          <Button
            variant="text"
            size="small"
            aria-expanded={open}
            aria-label={`${t(open ? 'platform.lists.hide' : 'platform.lists.show')}: ${name}`}
            endIcon={open ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'platform.lists.hide' : 'platform.lists.show')}
          </Button>
        )}
        <Button
          size="small"
          disabled={pending}
          aria-label={`${t('platform.lists.refreshOne')}: ${name}`}
          onClick={onRefresh}
        >
          {t('platform.lists.refreshOne')}
        </Button>
      </Box>
      {list.suspiciousAt !== null && (
        <Alert
          severity="warning"
          action={
            <Button size="small" color="inherit" disabled={pending} onClick={onAccept}>
              {t('platform.lists.accept')}
            </Button>
          }
        >
          {t('platform.lists.suspicious', { when: when(list.suspiciousAt), count: list.items.length })}
        </Alert>
      )}
      {list.dropped > 0 && (
        <Typography variant="caption" component="p">
          {t('platform.lists.dropped', { count: list.dropped })}
        </Typography>
      )}
      {list.problem !== null && (
        <ProblemNote problem={list.problem}>
          {list.triedAt !== null && (
            <Typography variant="caption" component="p">
              {list.fetchedAt === null
                ? t('platform.lists.noCopy', { tried })
                : t('platform.lists.stale', { when: when(list.fetchedAt), tried })}
            </Typography>
          )}
        </ProblemNote>
      )}
      {open && <Entries list={list} />}
    </Box>
  );
}

function Entries({ list }: { list: ReferenceListState }) {
  const { t } = useI18n();
  return (
    <Box>
      {list.shape !== null && (
        <Typography variant="caption" component="p" sx={{ mb: 1 }}>
          {t('platform.lists.shape', list.shape)}
        </Typography>
      )}
      <Box
        component="dl"
        tabIndex={0}
        sx={(theme) => ({
          m: 0,
          maxHeight: 280,
          overflowY: 'auto',
          display: 'grid',
          gridTemplateColumns: 'minmax(56px, auto) 1fr',
          columnGap: 4,
          rowGap: 1,
          ...theme.typography.body2,
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        })}
      >
        {list.items.map((item) => (
          <Box key={`${item.id} ${item.raw}`} sx={{ display: 'contents' }} title={item.raw}>
            <dt>
              <PlainCode value={item.id} />
            </dt>
            <dd>{item.name}</dd>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
