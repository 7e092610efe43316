import type { MarkedText as Marked } from '#shared/contract/search.ts';
import { Box } from '../components/Box.tsx';
import { MarkedText } from './MarkedText.tsx';

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const;

type Props = {
  about: Marked;
  hit: Marked | null;
  hitField: string | null;
};

/** What an option says beside its name: what it is, which is cut first, and that in which what was typed was found. */
export function SaidBeside({ about, hit, hitField }: Props) {
  return (
    <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'flex', color: 'text.secondary' }}>
      <Box component="span" sx={{ ...cut, flexShrink: 1000 }}>
        <MarkedText {...about} />
      </Box>
      {hit !== null && (
        <Box component="span" sx={{ ...cut, flex: 'none', maxWidth: '100%', whiteSpace: 'pre' }}>
          {about.text !== '' && ' · '}
          {hitField !== null && `${hitField} `}
          <MarkedText {...hit} />
        </Box>
      )}
    </Box>
  );
}
