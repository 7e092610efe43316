import type { MadeArchive } from '#shared/contract/archives.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Typography } from '../components/Typography.tsx';

/** Photos and documents that an archive lacks, by why; nothing where it has them all. */
export function LeftOut({ made }: { made: Pick<MadeArchive, 'missingContents' | 'notDownloaded'> }) {
  const { t, format } = useI18n();
  const lacking = [
    ['missing', made.missingContents],
    ['notDownloaded', made.notDownloaded],
  ] as const;
  return lacking.map(
    ([why, count]) =>
      count > 0 && (
        <Typography key={why} variant="body2" sx={{ color: 'warning.main' }}>
          {t(`archiveSettings.made.${why}`, { count, contents: format.count(count) })}
        </Typography>
      ),
  );
}
