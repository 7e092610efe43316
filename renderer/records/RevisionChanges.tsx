import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Finding, FindingPlace } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { changeText } from './change-words.ts';

/** So many that the findings below stay in sight. */
const shownAtFirst = 3;

/** What a revision changed, a field a line: its name, what it said before and what it says now. */
export function RevisionChanges({ finding }: { finding: Finding }) {
  const { t } = useI18n();
  const [all, setAll] = useState(false);
  const changes = finding.places.filter(({ parameters }) => 'before' in parameters || 'after' in parameters);
  // Of one that changed its form alone, its only place has the numbers of both revisions.
  if (typeof finding.parameters['fields'] !== 'number' || finding.parameters['fields'] === 0) return null;
  return (
    <>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 4, display: 'grid', gap: 0.5 }}>
        {(all ? changes : changes.slice(0, shownAtFirst)).map((place) => (
          <Change key={`${place.pointer} ${String(place.parameters['after'])}`} place={place} />
        ))}
      </Box>
      {changes.length > shownAtFirst && !all && (
        <MuiLink
          component="button"
          type="button"
          variant="body2"
          onClick={() => setAll(true)}
          sx={{ mt: 0.5, fontWeight: 500 }}
        >
          {t('findingTerms.showChanges', { count: changes.length })}
        </MuiLink>
      )}
      {all && changes.length < finding.count && (
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('findingTerms.firstPlaces', { count: changes.length })}
        </Typography>
      )}
    </>
  );
}

function Change({ place }: { place: FindingPlace }) {
  const { t, format } = useI18n();
  const { field, before, after } = changeText(place, { t, format });
  return (
    <Typography component="li" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {field}:{' '}
      {before !== null && (
        <>
          <VisuallyHidden>{t('findingTerms.changedFrom')}</VisuallyHidden> <del>{before}</del>
          {' → '}
        </>
      )}
      {before !== null && <VisuallyHidden>{t('findingTerms.changedTo')}</VisuallyHidden>}{' '}
      <Box component="ins" sx={{ color: 'text.primary', textDecoration: 'none' }}>
        {after}
      </Box>
    </Typography>
  );
}
