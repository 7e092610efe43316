import Button from '@mui/material/Button';
import { CircleCheck, CircleHelp, FolderArchive, FolderSearch, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { RetentionBundle } from '#shared/contract/retention.ts';
import { useCapability } from '../app/capabilities.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay, useMayNameFile } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { LocateBundle } from './LocateBundle.tsx';
import { fileNameOf } from './retention-state.ts';
import { useBundles, useOpenBundle } from './use-retention.ts';

/** So many are shown before the older ones are asked for. */
const shownAtFirst = 10;

/** The archives to which claims moved, the newest first. */
export function BundleList() {
  const { t, format } = useI18n();
  const bundles = useBundles({ isWatched: true });
  const [isWhole, setWhole] = useState(false);
  const { data } = bundles;
  if (data === undefined)
    return bundles.isError ? (
      <ErrorState query={bundles} />
    ) : (
      <LineSkeleton height={64} label={t('common.loading')} />
    );
  if (data.length === 0) return <Typography variant="quiet">{t('retention.bundles.none')}</Typography>;
  const shown = isWhole ? data : data.slice(0, shownAtFirst);
  const older = data.length - shown.length;
  return (
    <>
      <Typography variant="quiet">{t('retention.bundles.keep')}</Typography>
      <Box component="ul" sx={{ display: 'grid', gap: 3 }}>
        {shown.map((bundle) => (
          <BundleCard key={bundle.id} bundle={bundle} />
        ))}
      </Box>
      {older > 0 && (
        <Box>
          <Button variant="text" onClick={() => setWhole(true)}>
            {t('retention.bundles.more', { count: older, files: format.count(older) })}
          </Button>
        </Box>
      )}
    </>
  );
}

const places = {
  there: { tone: 'matched', icon: CircleCheck },
  away: { tone: 'waiting', icon: Unplug },
  unknown: { tone: 'neutral', icon: CircleHelp },
} as const satisfies Record<string, { tone: ChipTone; icon: unknown }>;

const placeOfBundle = ({ isThere }: RetentionBundle): keyof typeof places =>
  isThere === null ? 'unknown' : isThere ? 'there' : 'away';

function BundleCard({ bundle }: { bundle: RetentionBundle }) {
  const { t, format } = useI18n();
  const when = useWhen();
  const { openAt, isOpening, isAway, found } = useOpenBundle();
  const [isLocating, setLocating] = useState(false);
  const isOpenedHere = useCapability('keptArchives') !== false;
  const mayOpen = useMay('retention.open') && isOpenedHere;
  const mayLocate = useMayNameFile('retention.locate');
  const name = fileNameOf(bundle.file);
  const place = isAway ? 'away' : placeOfBundle(bundle);
  return (
    <Box component="li" sx={{ p: 4, borderRadius: 1, border: 1, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start', '& > svg': { flex: 'none', mt: 0.5 } }}>
        <FolderArchive size={16} aria-hidden />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body1" component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="body2">
            {t('retention.bundles.contents', {
              count: bundle.claims,
              claims: format.count(bundle.claims),
              records: format.count(bundle.records),
              size: format.bytes(bundle.bytes),
            })}
          </Typography>
          <Typography variant="caption" component="p" sx={{ mt: 1 }}>
            {t('retention.bundles.made', { when: when(bundle.madeAt) })} ·{' '}
            <Code value={bundle.file} label={t('retention.bundles.file')} />
            {bundle.secondFile !== null && (
              <>
                <br />
                {t('retention.bundles.second')}{' '}
                <Code value={bundle.secondFile} label={t('retention.bundles.file')} />
              </>
            )}
          </Typography>
        </Box>
        <StateChip {...places[place]} label={t(`retention.bundles.${place}`)} />
      </Box>
      {place === 'away' && !isLocating && (
        <Typography variant="body2" sx={{ color: 'waiting.main' }}>
          {t(mayLocate ? 'retention.bundles.awayText' : 'retention.bundles.awayForOthers')}{' '}
          {bundle.secondFile !== null && t('retention.bundles.inSecond')}
        </Typography>
      )}
      {isLocating ? (
        <LocateBundle
          bundle={bundle}
          onClose={() => setLocating(false)}
          onFound={() => {
            setLocating(false);
            found();
          }}
        />
      ) : (
        mayOpen && (
          <Box sx={{ display: 'flex', gap: 2 }}>
            <Button
              aria-label={t('retention.open.named', { file: name })}
              disabled={isOpening}
              onClick={() => openAt(bundle.id, null)}
            >
              {t(isOpening ? 'retention.open.opening' : 'retention.open.button')}
            </Button>
            {mayLocate && (
              <Button
                variant="text"
                color="inherit"
                startIcon={<FolderSearch size={14} />}
                aria-label={t('retention.locate.named', { file: name })}
                onClick={() => setLocating(true)}
              >
                {t('retention.locate.button')}
              </Button>
            )}
          </Box>
        )
      )}
    </Box>
  );
}
