import type { ClaimHeadline } from '#shared/contract/claims.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';

type Props = { headline: readonly ClaimHeadline[]; field: 'outstanding' | 'toCredit' };

/** The currencies in which something is owed. */
export const owedIn = ({ headline, field }: Props) => headline.filter((sums) => Number(sums[field]) > 0);

/** One of the two sums of a claim, each currency for itself; nothing where there is none. What is to be credited alarms. */
export function Sums(props: Props) {
  const { field } = props;
  const owed = owedIn(props);
  if (owed.length === 0) return null;
  return (
    <Box component="span" sx={{ color: field === 'toCredit' ? 'error.main' : 'inherit' }}>
      {owed.map((sums, index) => (
        <span key={sums.currency}>
          {index > 0 && ' · '}
          <Amount value={sums[field]} currency={sums.currency} />
        </span>
      ))}
    </Box>
  );
}
