import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Eye, PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { type PresencePlace, presenceSeconds } from '#shared/contract/presence.ts';
import { type Draft, useIsTyped } from '../app/drafts.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { useMe } from '../people/me.ts';
import { useColleagues } from './colleagues.ts';

/** This window or tab, for as long as it is open. */
const screen = crypto.randomUUID();

type Props = PresencePlace & {
  /** What is typed there and not sent yet. */
  drafts: readonly Draft[];
};

/** Who else is at this claim or record, and who writes there; says so of this screen as well. Nothing where nobody signs in. */
export function Presence(props: Props) {
  const isSignedIn = useMe().data?.state === 'signedIn';
  return isReadOnly() || !isSignedIn ? null : <Others {...props} />;
}

function Others({ claimNumber, recordId, drafts }: Props) {
  const { t } = useI18n();
  const { nameOf } = useColleagues();
  const { client } = useConnection();
  const isWriting = useIsTyped(drafts);
  const place = { claimNumber, recordId };
  const { data } = useQuery({
    ...useApi().presence.here.queryOptions({ input: { screen, place, isWriting } }),
    refetchInterval: presenceSeconds * 1000,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // A screen that is left for one that is nowhere says so; one that is left for another says where that is.
  useEffect(
    () => () => void client.presence.here({ screen, place: null, isWriting: false }).catch(() => undefined),
    [client],
  );
  const others = data?.others ?? [];
  const [first] = others;
  if (first === undefined) return null;
  const Icon = first.isWriting ? PenLine : Eye;
  const where = recordId !== null && !first.isOnRecord ? 'onClaim' : 'here';
  const act = first.isWriting ? 'writes' : 'looks';
  const name = nameOf(first.personId);
  const isOneOfMany = others.length > 1;
  const all = others.map(({ personId }) => nameOf(personId)).join(', ');
  return (
    <Tooltip title={all}>
      <Box
        component="span"
        tabIndex={isOneOfMany ? 0 : undefined}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1.5,
          typography: 'caption',
          color: first.isWriting ? 'warning.main' : 'text.secondary',
          minWidth: 0,
          '& svg': { flex: 'none' },
          '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        }}
      >
        <Icon size={14} aria-hidden />
        <span>
          {t(`work.presence.${where}.${act}`, { name })}
          {isOneOfMany && ` ${t('work.presence.more', { count: others.length - 1 })}`}
        </span>
      </Box>
    </Tooltip>
  );
}
