import Box from '@mui/material/Box';
import { CircleX, Copy } from 'lucide-react';
import type { OrderMatch } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { recordPath } from '../claims/paths.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { StripLink } from './StripLink.tsx';

/** The invoices and credit notes that name an order. */
export function MatchDocuments({ match }: { match: OrderMatch }) {
  const { t, format } = useI18n();
  return (
    <Box component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
      {match.documents.map((document) => (
        <li key={document.recordId}>
          <StripLink href={recordPath('financialDocument', document.recordId)}>
            <PlainCode value={document.number} />
            <span className="grow">
              {t(document.isCreditNote ? 'claims.match.creditNote' : 'claims.match.invoice')}
              {document.issuer !== null && ` · ${document.issuer}`}
              {document.date !== null && ` · ${format.day(document.date)}`}
            </span>
            {document.notCompared !== null && (
              <StateChip
                tone="refusal"
                icon={document.duplicateOf === null ? CircleX : Copy}
                label={t(`claims.uncounted.${document.notCompared}`, { number: document.duplicateOf ?? '' })}
              />
            )}
            <span>
              {document.isCreditNote && '−\u2009'}
              <Amount value={document.total} currency={document.currency} />
            </span>
          </StripLink>
        </li>
      ))}
    </Box>
  );
}
