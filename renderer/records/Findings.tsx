import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Finding, FindingPlace } from '#shared/contract/records.ts';
import type { Severity } from '#shared/terms.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Amount } from '../parts/Amount.tsx';
import { PlainCode } from '../parts/Code.tsx';
import { Section } from '../parts/Fields.tsx';
import { PhotoLink } from '../photos/PhotoLink.tsx';
import { findingWords, placeWords } from './finding-words.ts';
import { likenessPath } from './likeness-path.ts';
import { RevisionChanges } from './RevisionChanges.tsx';

const icons: Record<Severity, LucideIcon> = { info: Info, warning: TriangleAlert, error: CircleX };
const tones = { info: 'text.secondary', warning: 'warning.main', error: 'error.main' } as const;

/** So many that the lines below stay in sight. */
const shownAtFirst = 6;

/** What is odd about what arrived, in the order of its consequence, as it came. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { t, format } = useWords();
  const [all, setAll] = useState(false);
  return (
    <Section
      title={t('records.detail.section.findings')}
      aside={
        findings.length > 0 && <Typography variant="caption">{format.count(findings.length)}</Typography>
      }
    >
      {findings.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('records.findings.none')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
          {(all ? findings : findings.slice(0, shownAtFirst)).map((finding) => (
            <FindingLine key={finding.id} finding={finding} />
          ))}
        </Box>
      )}
      {findings.length > shownAtFirst && !all && (
        <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ mt: 2 }}>
          {t('records.findings.all', { count: findings.length })}
        </Button>
      )}
    </Section>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const { t, format } = useWords();
  const [open, setOpen] = useState(false);
  const Icon = icons[finding.severity];
  const isRevision = finding.code === 'revision.changed';
  const isOne = finding.places.length === 1;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ color: tones[finding.severity], mt: 0.5, lineHeight: 0 }}>
        <Icon size={15} role="img" aria-label={t(`records.findings.severity.${finding.severity}`)} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2">
          {findingWords(finding, { t, format })}{' '}
          {isOne && !isRevision && finding.pointer !== '' && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <PlainCode value={finding.pointer} />
            </Box>
          )}
          {isOne && <Compare finding={finding} place={finding} />}
          {!isOne && !isRevision && (
            <MuiLink
              component="button"
              type="button"
              variant="body2"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              sx={{ fontWeight: 500, verticalAlign: 'baseline' }}
            >
              {open ? t('findingTerms.hidePlaces') : t('findingTerms.showPlaces', { count: finding.count })}
            </MuiLink>
          )}
        </Typography>
        {open && <Places finding={finding} />}
        {isRevision && <RevisionChanges finding={finding} />}
      </Box>
      {finding.amount !== null && (
        <Typography variant="body2" title={t('findingTerms.atStake')} sx={{ color: 'text.secondary' }}>
          <Amount value={finding.amount.value} currency={finding.amount.currency} />
        </Typography>
      )}
    </Box>
  );
}

/** Each line or field with the fault, as far as they were kept. */
function Places({ finding }: { finding: Finding }) {
  const { t, format } = useWords();
  const { places, count } = finding;
  return (
    <>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 4, display: 'grid', gap: 0.5 }}>
        {places.map((place) => (
          <Typography component="li" variant="body2" key={place.pointer} sx={{ color: 'text.secondary' }}>
            {placeWords(finding, place, { t, format })} <Compare finding={finding} place={place} />
          </Typography>
        ))}
      </Box>
      {places.length < count && (
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('findingTerms.firstPlaces', { count: places.length })}
        </Typography>
      )}
    </>
  );
}

/** Leads to two like photos, side by side. */
function Compare({ finding, place }: { finding: Finding; place: FindingPlace }) {
  const { t } = useWords();
  const [path] = useLocation();
  const beside = likenessPath({ code: finding.code, parameters: place.parameters }, path);
  return (
    beside !== null && (
      <MuiLink component={PhotoLink} href={beside} sx={{ fontWeight: 500 }}>
        {t('findingTerms.compare')}
      </MuiLink>
    )
  );
}
