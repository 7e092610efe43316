import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Finding } from '#shared/contract/records.ts';
import type { Severity } from '#shared/terms.ts';
import { useWords } from '../app/locale/i18n.ts';
import { PlainCode } from '../parts/Code.tsx';
import { Section } from '../parts/Fields.tsx';
import { PhotoLink } from '../photos/PhotoLink.tsx';
import { findingWords } from './finding-words.ts';
import { likenessPath } from './likeness-path.ts';

const icons: Record<Severity, LucideIcon> = { info: Info, warning: TriangleAlert, error: CircleX };
const tones = { info: 'text.secondary', warning: 'warning.main', error: 'error.main' } as const;
const order: readonly Severity[] = ['error', 'warning', 'info'];

/** So many that the lines below stay in sight. */
const shownAtFirst = 6;

/** What is odd about what arrived, the gravest first. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { t, format } = useWords();
  const [all, setAll] = useState(false);
  const sorted = [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
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
          {(all ? sorted : sorted.slice(0, shownAtFirst)).map((finding) => (
            <FindingLine key={finding.id} finding={finding} />
          ))}
        </Box>
      )}
      {sorted.length > shownAtFirst && !all && (
        <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ mt: 2 }}>
          {t('records.findings.all', { count: sorted.length })}
        </Button>
      )}
    </Section>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const { t, format } = useWords();
  const [path] = useLocation();
  const beside = likenessPath(finding, path);
  const Icon = icons[finding.severity];
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ color: tones[finding.severity], mt: 0.5, lineHeight: 0 }}>
        <Icon size={15} role="img" aria-label={t(`records.findings.severity.${finding.severity}`)} />
      </Box>
      <Typography variant="body2">
        {findingWords(finding, { t, format })}{' '}
        {finding.pointer !== '' && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            <PlainCode value={finding.pointer} />
          </Box>
        )}
        {beside !== null && (
          <>
            {' '}
            <MuiLink component={PhotoLink} href={beside} sx={{ fontWeight: 500 }}>
              {t('findingTerms.compare')}
            </MuiLink>
          </>
        )}
      </Typography>
    </Box>
  );
}
