import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Ref } from 'react';
import { Link as RouteLink } from 'wouter';
import type { Verdict } from '#shared/terms.ts';
import { maxResponseText } from '../app/limits.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Kbd } from '../components/Kbd.tsx';
import type { Blocked } from './verdict-form.ts';

type Props = {
  confirming: Verdict | null;
  /** A call says otherwise than the order: an approval says so on its button. */
  isOtherwise: boolean;
  pending: boolean;
  refuseBlocked: Blocked;
  approveBlocked: Blocked;
  /** The button that has the focus again when somebody goes back from approving. */
  returnTo: Ref<HTMLButtonElement>;
  onRefuse: () => void;
  onApprove: () => void;
  onConfirm: () => void;
  onBack: () => void;
};

/** The second press is where Enter gives it. */
const focusIt = (button: HTMLButtonElement | null) => button?.focus();

/** The two plain buttons, and between them why one of them does not work now; then the way back, and the last word. */
export function VerdictButtons(props: Props) {
  const { t } = useI18n();
  const { confirming, pending, refuseBlocked, approveBlocked } = props;
  if (confirming !== null) return <Confirm {...props} verdict={confirming} />;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 3 }}>
      <Button
        color="error"
        disabled={refuseBlocked !== null || pending}
        onClick={props.onRefuse}
        aria-keyshortcuts="R"
        aria-describedby="verdict-blocked"
      >
        {t('cancellations.verdict.refuse')}
        <Kbd gap>R</Kbd>
      </Button>
      <Typography id="verdict-blocked" variant="caption" sx={{ flex: 1 }}>
        <Why blocked={approveBlocked ?? refuseBlocked} />
      </Typography>
      <Button
        ref={props.returnTo}
        variant="contained"
        disabled={approveBlocked !== null || pending}
        onClick={props.onApprove}
        aria-keyshortcuts="A"
        {...(approveBlocked === null ? {} : { 'aria-describedby': 'verdict-blocked' })}
      >
        {t('cancellations.verdict.approve')}
        <Kbd gap>A</Kbd>
      </Button>
    </Box>
  );
}

/** Either verdict is confirmed in the same place by the same key. While it is given, the button keeps the focus. */
function Confirm(props: Props & { verdict: Verdict }) {
  const { t } = useI18n();
  const { verdict, pending } = props;
  const why = verdict === 'approve' ? props.approveBlocked : props.refuseBlocked;
  const isGrave = verdict === 'refuse' || props.isOtherwise;
  const label =
    verdict === 'refuse'
      ? t('cancellations.verdict.confirmRefuse')
      : t(
          props.isOtherwise
            ? 'cancellations.verdict.confirmOtherwise'
            : 'cancellations.verdict.confirmApprove',
        );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 3 }}>
      <Button onClick={props.onBack} aria-keyshortcuts="Escape">
        {t('cancellations.verdict.back')}
        <Kbd gap>Esc</Kbd>
      </Button>
      <Typography id="verdict-blocked" variant="caption" sx={{ flex: 1 }}>
        <Why blocked={why} />
      </Typography>
      <Button
        key={verdict}
        ref={focusIt}
        variant="contained"
        color={isGrave ? 'error' : 'primary'}
        aria-disabled={pending || why !== null}
        onClick={props.onConfirm}
        aria-keyshortcuts="Enter"
        aria-describedby="verdict-blocked"
      >
        {label}
        <Kbd gap>↵</Kbd>
      </Button>
    </Box>
  );
}

function Why({ blocked }: { blocked: Blocked }) {
  const { t } = useI18n();
  if (blocked === null) return null;
  if (blocked !== 'needPerson') return t(`cancellations.verdict.${blocked}`, { limit: maxResponseText });
  return (
    <>
      {t('cancellations.verdict.needPerson')}{' '}
      <Link component={RouteLink} href="/settings/company">
        {t('cancellations.verdict.sayWho')}
      </Link>
    </>
  );
}
