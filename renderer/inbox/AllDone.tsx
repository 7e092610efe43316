import Button from '@mui/material/Button';
import { CheckCheck } from 'lucide-react';
import type { InboxArrived } from '#shared/contract/inbox.ts';
import { recordKinds } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts } from '../app/read-only.tsx';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { recordBases } from '../records/paths.ts';
import { isNothing } from './Arrived.tsx';
import { Failures } from './Failures.tsx';

/** Nothing waits: that, and what came today, or where nobody ever called, the way to find out why. */
export function AllDone({ today }: { today: InboxArrived }) {
  const { t, format } = useI18n();
  const isUncalled = useStatus().data?.receiver.lastCallAt === null;
  return (
    <Box sx={{ height: '100%', overflowY: 'auto', bgcolor: 'background.paper' }}>
      <Box
        sx={{
          // On the highest screens it stays where people look.
          minHeight: 'min(100%, 840px)',
          display: 'grid',
          alignContent: 'center',
          justifyItems: 'center',
          gap: 6,
          p: 8,
          textAlign: 'center',
        }}
      >
        <Box
          sx={{
            width: 64,
            height: 64,
            display: 'grid',
            placeItems: 'center',
            borderRadius: '50%',
            color: 'matched.main',
            bgcolor: 'matched.soft',
            border: 1,
            borderColor: 'matched.edge',
          }}
        >
          <CheckCheck size={28} strokeWidth={1.75} aria-hidden />
        </Box>
        <div role="status">
          <Typography variant="h1">{t('inbox.empty.title')}</Typography>
          <Typography variant="body1" sx={{ mt: 1, color: 'text.secondary' }}>
            {t(isNothing(today) ? 'inbox.empty.nothing' : 'inbox.empty.text')}
          </Typography>
        </div>
        {isNothing(today) && isUncalled && (
          <Box sx={{ display: 'grid', gap: 3, justifyItems: 'center' }}>
            <Typography variant="body2" sx={{ maxWidth: 440, color: 'text.secondary', textWrap: 'balance' }}>
              {t('inbox.empty.noCall')}
            </Typography>
            <Acts of="administrator">
              <Button component={Link} href="/settings/connection">
                {t('inbox.empty.check')}
              </Button>
            </Acts>
          </Box>
        )}
        {!isNothing(today) && (
          <Box component="section" aria-label={t('inbox.empty.today')}>
            <Typography variant="caption" component="h2" sx={{ mb: 2 }}>
              {t('inbox.empty.today')}
            </Typography>
            <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
              {recordKinds
                .filter((kind) => today[kind] > 0)
                .map((kind) => (
                  <li key={kind}>
                    <Box
                      component={Link}
                      href={recordBases[kind]}
                      sx={{
                        display: 'block',
                        minWidth: 148,
                        px: 4,
                        py: 3,
                        border: 1,
                        borderRadius: ({ perito }) => `${perito.sizes.radiusLarge}px`,
                        color: 'text.primary',
                        textDecoration: 'none',
                        '&:hover': { bgcolor: 'action.hover', borderColor: 'lineStrong' },
                      }}
                    >
                      <Typography
                        variant="h1"
                        component="span"
                        sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
                      >
                        {format.count(today[kind])}
                      </Typography>
                      <Typography variant="caption" component="span">
                        {t(`inbox.today.${kind}`, { count: today[kind] })}
                      </Typography>
                    </Box>
                  </li>
                ))}
            </Box>
          </Box>
        )}
        <Failures isCentered />
      </Box>
    </Box>
  );
}
