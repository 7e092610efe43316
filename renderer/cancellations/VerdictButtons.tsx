import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouteLink } from 'wouter';
import { responseTextLimit } from '../app/limits.ts';
import { useWords } from '../app/locale/i18n.ts';
import { KeyHint } from '../parts/KeyHint.tsx';
import type { Blocked } from './verdict-form.ts';

type Props = {
  confirming: boolean;
  pending: boolean;
  refuseBlocked: Blocked;
  approveBlocked: Blocked;
  onRefuse: () => void;
  onApprove: () => void;
  onBack: () => void;
};

/** The second press is where the first was, and Enter gives it. */
const focusIt = (button: HTMLButtonElement | null) => button?.focus();

/** The two plain buttons, and between them why one of them does not work now. */
export function VerdictButtons(props: Props) {
  const { t } = useWords();
  const { confirming, pending } = props;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 3 }}>
      {confirming ? (
        <Button onClick={props.onBack}>{t('cancellations.verdict.back')}</Button>
      ) : (
        <Button
          color="error"
          disabled={props.refuseBlocked !== null || pending}
          onClick={props.onRefuse}
          aria-keyshortcuts="R"
          aria-describedby="verdict-blocked"
        >
          {t('cancellations.verdict.refuse')}
          <KeyHint gap>R</KeyHint>
        </Button>
      )}
      <Typography id="verdict-blocked" variant="caption" sx={{ flex: 1 }}>
        <Why blocked={props.approveBlocked ?? (confirming ? null : props.refuseBlocked)} />
      </Typography>
      <Button
        key={confirming ? 'confirm' : 'approve'}
        ref={confirming ? focusIt : null}
        variant="contained"
        disabled={props.approveBlocked !== null || pending}
        onClick={props.onApprove}
        aria-keyshortcuts={confirming ? 'A Enter' : 'A'}
        {...(props.approveBlocked === null ? {} : { 'aria-describedby': 'verdict-blocked' })}
      >
        {t(confirming ? 'cancellations.verdict.confirmApprove' : 'cancellations.verdict.approve')}
        <KeyHint gap>{confirming ? '↵' : 'A'}</KeyHint>
      </Button>
    </Box>
  );
}

function Why({ blocked }: { blocked: Blocked }) {
  const { t } = useWords();
  if (blocked === null) return null;
  if (blocked !== 'needPerson') return t(`cancellations.verdict.${blocked}`, { limit: responseTextLimit });
  return (
    <>
      {t('cancellations.verdict.needPerson')}{' '}
      <Link component={RouteLink} href="/settings/company">
        {t('cancellations.verdict.sayWho')}
      </Link>
    </>
  );
}
