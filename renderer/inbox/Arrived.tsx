import type { InboxArrived } from '#shared/contract/inbox.ts';
import { recordKinds } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { recordBases } from '../records/paths.ts';

/** How many deliveries of each kind came, each a link to its queue, where the newest stand first. */
export function Arrived({ arrived }: { arrived: InboxArrived }) {
  const { t, format } = useI18n();
  const came = recordKinds.filter((kind) => arrived[kind] > 0);
  return (
    <>
      {came.map((kind, index) => (
        <span key={kind}>
          {index > 0 && ' · '}
          <Box
            component={Link}
            href={recordBases[kind]}
            sx={{
              color: 'text.primary',
              fontWeight: 500,
              whiteSpace: 'nowrap',
              textDecoration: 'none',
              '&:hover': { textDecoration: 'underline' },
            }}
          >
            {t(`inbox.came.${kind}`, { count: arrived[kind], number: format.count(arrived[kind]) })}
          </Box>
        </span>
      ))}
      {arrived.isCapped && ` ${t('inbox.came.atLeast')}`}
    </>
  );
}

export const isNothing = (arrived: InboxArrived): boolean => recordKinds.every((kind) => arrived[kind] === 0);
