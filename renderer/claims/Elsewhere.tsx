import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { CarFront, FileText, Images, Phone, ShieldCheck, UserRound } from 'lucide-react';
import { useLocation } from 'wouter';
import { type ClaimFileKey, claimFileKey, type Shared } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { comparePath } from '../photos/paths.ts';
import { over } from '../photos/photo-navigation.tsx';
import { TextLink } from '../records/Facts.tsx';
import { recordPath } from '../records/paths.ts';
import { claimFilePath } from './paths.ts';
import { useRecordLabel } from './record-text.ts';

const icons = {
  photo: Images,
  vin: CarFront,
  plate: CarFront,
  identity: UserRound,
  phone: Phone,
  policy: ShieldCheck,
  insured: UserRound,
} as const;

/** What this claim file shares with other claims: the vehicle, its people, its photos; nothing where it shares nothing. */
export function Elsewhere({ by, value }: { by: ClaimFileKey; value: string }) {
  const { t } = useI18n();
  const api = useApi();
  const query = useQuery(api.claims.elsewhere.queryOptions({ input: { by, value } }));
  if (query.data === undefined)
    return query.isError ? (
      <Section title={t('elsewhere.title')}>
        <ErrorState query={query} />
      </Section>
    ) : null;
  if (query.data.length === 0) return null;
  return (
    <Section title={t('elsewhere.title')} aside={t('elsewhere.about')}>
      <Box component="ul" sx={{ display: 'grid', gap: 4 }}>
        {query.data.map((shared) => (
          <SharedThing key={`${shared.reason} ${shared.value} ${shared.photos?.[0]?.here}`} shared={shared} />
        ))}
      </Box>
    </Section>
  );
}

function SharedThing({ shared }: { shared: Shared }) {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const { reason, value, records, photos, isPartial } = shared;
  const Icon = icons[reason];
  const [pair] = photos ?? [];
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <Icon size={15} aria-hidden />
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {pair === undefined
            ? t(`elsewhere.reason.${reason}`)
            : t(pair.distance === 0 ? 'elsewhere.samePhoto' : 'elsewhere.likePhoto')}
        </Typography>
        {reason === 'photo' && <Typography variant="body2">{value}</Typography>}
        {reason !== 'photo' && reason !== 'insured' && <PlainCode value={value} />}
        {pair !== undefined && (
          <Button
            size="small"
            variant="text"
            onClick={() => go(comparePath(path, pair.here, pair.there), { state: over })}
          >
            {t('elsewhere.compare')}
          </Button>
        )}
      </Box>
      <Box component="ul" sx={{ display: 'grid', gap: 1, pl: 6 }}>
        {records.map((one) => (
          <SharedRecord key={one.record.id} {...one} />
        ))}
      </Box>
      {isPartial && (
        <Typography variant="caption" sx={{ pl: 6 }}>
          {t('elsewhere.more', { count: records.length })}
        </Typography>
      )}
    </Box>
  );
}

function SharedRecord({ record, keys }: Shared['records'][number]) {
  const { t } = useI18n();
  const label = useRecordLabel();
  const [key] = keys.flatMap((one) => {
    const by = claimFileKey.safeParse(one.by);
    return by.success ? [{ by: by.data, value: one.value }] : [];
  });
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
      <FileText size={13} aria-hidden style={{ alignSelf: 'center' }} />
      <Typography variant="body2">
        <TextLink href={recordPath(record.kind, record.id)}>
          {label.title(record)} <PlainCode value={record.number} />
        </TextLink>
        {record.partyName !== null && ` · ${record.partyName}`}
      </Typography>
      <Typography variant="caption">
        <RelativeTime at={record.receivedAt} />
      </Typography>
      {key !== undefined && (
        <Typography variant="body2">
          <TextLink href={claimFilePath(key.by, key.value)}>
            {t('elsewhere.openClaimFile', { by: t(`claims.by.${key.by}`), value: key.value })}
          </TextLink>
        </Typography>
      )}
    </Box>
  );
}
