import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Section } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { AuditSentence } from './AuditSentence.tsx';
import { noAuditFilter, setAuditFilter } from './audit-filter.ts';

/** What is not shown here is one click away. */
const shown = 8;

/** Who did what to a record or claim, by its number, the newest first; nothing where nobody did anything. */
export function History({ number }: { number: string }) {
  const { t } = useI18n();
  const api = useApi();
  const { data } = useQuery(
    api.audit.list.queryOptions({ input: { about: number, byPeople: true, limit: shown } }),
  );
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <Section
      title={t('audit.history.title')}
      aside={
        <MuiLink
          component={Link}
          href="/audit"
          variant="caption"
          onClick={() => setAuditFilter({ ...noAuditFilter, about: number })}
        >
          {t('audit.history.all')}
        </MuiLink>
      }
    >
      <Box component="ol" sx={{ display: 'grid', gap: 1.5 }}>
        {data.rows.map((entry) => (
          <Box component="li" key={entry.id} sx={{ display: 'flex', gap: 3, alignItems: 'baseline' }}>
            <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <AuditSentence entry={entry} hasLinks={false} />
            </Typography>
            <Typography variant="caption" sx={{ flex: 'none' }}>
              <RelativeTime at={entry.at} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
