import type { ClaimFile } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { claimFilePath } from '../claims/paths.ts';
import { Box } from '../components/Box.tsx';
import { ArchivedNote } from './ArchivedNote.tsx';
import { archivedOf, fileNameOf } from './retention-state.ts';
import { useBundle } from './use-retention.ts';

/** How much of a claim file moved to archives, and the way to it. */
export function ArchivedClaim({ claimFile: { by, value, records, isPartial } }: { claimFile: ClaimFile }) {
  const { t, format } = useI18n();
  const { count, bundles } = archivedOf(records);
  const bundle = useBundle(bundles[0] ?? null);
  const isWhole = count === records.length && !isPartial;
  const state = isWhole
    ? t('retention.archived.claimAll')
    : t('retention.archived.claimSome', { count, all: format.count(records.length) });
  const others = bundles.length - 1;
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 3 }}>
      <ArchivedNote
        title={bundle === null ? state : `${state} · ${fileNameOf(bundle.file)}`}
        text={
          <>
            {t(isWhole ? 'retention.archived.claimText' : 'retention.archived.claimSomeText')}
            {others > 0 && ` ${t('retention.archived.otherFiles', { count: others })}`}
          </>
        }
        bundle={bundle}
        at={claimFilePath(by, value)}
        open={t('retention.open.atClaim')}
      />
    </Box>
  );
}
