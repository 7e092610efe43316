import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { useWords } from '../app/locale/i18n.ts';
import { CancellationRowLink } from './CancellationRowLink.tsx';
import type { OpenSection } from './useCancellations.ts';

type Section = { name: OpenSection | 'decided'; rows: readonly CancellationRow[]; total: number };
type Props = {
  sections: readonly Section[];
  selected: number | null;
  hrefOf: (row: CancellationRow) => string;
  onMore?: () => void;
};

/** The sections of the list, each under its heading with its count. */
export function CancellationSections({ sections, selected, hrefOf, onMore }: Props) {
  const { t, format } = useWords();
  return (
    <>
      {sections.map((section) => (
        <Box component="section" key={section.name} aria-labelledby={`section-${section.name}`}>
          <Box
            component="h2"
            id={`section-${section.name}`}
            sx={(theme) => ({
              ...theme.typography.caption,
              fontWeight: 600,
              position: 'sticky',
              top: 0,
              zIndex: 1,
              m: 0,
              px: 4,
              py: 1.5,
              color: 'text.secondary',
              background: theme.perito.scheme.raised,
              borderBottom: `1px solid ${theme.perito.scheme.line}`,
            })}
          >
            {t(`cancellations.section.${section.name}`)} · {format.count(section.total)}
          </Box>
          <Box
            component="ul"
            aria-labelledby={`section-${section.name}`}
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {section.rows.map((row) => (
              <Box component="li" key={row.id} sx={(theme) => ({ height: theme.perito.sizes.listRow })}>
                <CancellationRowLink row={row} href={hrefOf(row)} selected={row.id === selected} />
              </Box>
            ))}
          </Box>
        </Box>
      ))}
      {onMore !== undefined && (
        <Box sx={{ p: 3, textAlign: 'center' }}>
          <Button onClick={onMore}>{t('common.more')}</Button>
        </Box>
      )}
    </>
  );
}
