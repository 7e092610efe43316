import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useMutation } from '@tanstack/react-query';
import { Monitor, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OfficeState, OfficeTrouble, ShownCertificate } from '#shared/contract/office.ts';
import type { OfficeClient } from '../app/connection.ts';
import { useNotDone } from '../app/error-message.ts';
import { Snackbar } from '../app/frame/Snackbar.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useKeptTitle } from '../app/window-title.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { CopyBlock } from '../components/CopyBlock.tsx';
import { Field, Fields, TechnicalDetail } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { EntryFrame } from '../people/EntryFrame.tsx';

type Props = { client: OfficeClient; office: OfficeState };

/** Why the program is not with its office, and what a person can do about it. */
export function OfficeScreen({ client, office }: Props) {
  const { t } = useI18n();
  useKeptTitle({ waiting: null, section: null, archive: null });
  const { trouble, address } = office;
  const kind = trouble?.code ?? 'connecting';
  return (
    <EntryFrame isWide>
      <div role="status">
        <Typography variant="h1">{t(`office.${kind}.title`)}</Typography>
        <Typography variant="body1" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {t(`office.${kind}.text`, { address })}
        </Typography>
      </div>
      {trouble !== null && 'certificate' in trouble && (
        <Compared key={trouble.certificate.fingerprint} client={client} trouble={trouble} />
      )}
      {trouble?.code === 'unreachable' && <TechnicalDetail text={trouble.detail} />}
      {trouble?.code === 'notPerito' && trouble.status > 0 && (
        <TechnicalDetail text={`HTTP ${trouble.status}`} />
      )}
      {trouble !== null && <Again client={client} office={office} />}
      <Snackbar />
      <OwnComputer client={client} />
    </EntryFrame>
  );
}

type CertificateTrouble = Extract<OfficeTrouble, { certificate: ShownCertificate }>;

/** The fingerprint, to be held beside the one that the office's computer prints; nothing else of a certificate proves whose it is. */
function Compared({ client, trouble }: { client: OfficeClient; trouble: CertificateTrouble }) {
  const { t, format } = useI18n();
  const notDone = useNotDone();
  const [isSame, setSame] = useState(false);
  const { certificate } = trouble;
  const known = trouble.code === 'otherCertificate' ? trouble.known : null;
  const trust = useMutation({
    mutationFn: () => client.trust({ fingerprint: certificate.fingerprint }),
    onError: notDone,
  });
  const { fault, validUntil } = certificate;
  return (
    <>
      {trouble.code === 'otherCertificate' && (
        <Alert severity="error">{t('office.otherCertificate.warning')}</Alert>
      )}
      <CopyBlock label={t('office.certificate.fingerprint')} text={inLines(certificate.fingerprint)} />
      {known !== null && <CopyBlock label={t('office.certificate.known')} text={inLines(known)} />}
      <Typography variant="body2">{t('office.certificate.where')}</Typography>
      <Fields>
        <Field label={t('office.certificate.subject')}>{certificate.subject || '—'}</Field>
        <Field label={t('office.certificate.issuer')}>{certificate.issuer || '—'}</Field>
        {validUntil !== null && (
          <Field label={t('office.certificate.until')}>{format.exact(validUntil)}</Field>
        )}
        {fault !== null && (
          <Field label={t('office.certificate.why')} wide>
            {t(`office.certificate.fault.${fault}`)}
          </Field>
        )}
      </Fields>
      <FormControlLabel
        control={<Checkbox checked={isSame} onChange={(_event, value) => setSame(value)} />}
        label={t('office.certificate.isSame')}
      />
      <Button
        variant="contained"
        color={trouble.code === 'otherCertificate' ? 'error' : 'primary'}
        disabled={!isSame || trust.isPending}
        onClick={() => trust.mutate()}
        sx={{ justifySelf: 'start' }}
      >
        {t(
          trouble.code === 'otherCertificate' ? 'office.otherCertificate.trust' : 'office.certificate.trust',
        )}
      </Button>
    </>
  );
}

/** Two lines of sixteen bytes, as they are easier compared. */
const inLines = (fingerprint: string): string => `${fingerprint.slice(0, 47)}\n${fingerprint.slice(48)}`;

/** When it is tried again by itself, and the button that does not wait for that. */
function Again({ client, office }: Props) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const retry = useMutation({ mutationFn: () => client.retry(), onError: notDone });
  const seconds = useSecondsUntil(office.retryAt);
  const isAsking = retry.isPending || office.retryAt === null;
  const isCertificate = office.trouble !== null && 'certificate' in office.trouble;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 3 }}>
      <Button
        variant={isCertificate ? 'outlined' : 'contained'}
        startIcon={<RotateCw size={14} aria-hidden />}
        aria-busy={isAsking}
        disabled={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {t('office.retry')}
      </Button>
      <Typography variant="caption">
        {isAsking ? t('office.asking') : t('office.retryIn', { count: seconds })}
      </Typography>
    </Box>
  );
}

function useSecondsUntil(instant: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (instant === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [instant]);
  return instant === null ? 0 : Math.max(1, Math.ceil((Date.parse(instant) - now) / 1000));
}

/** The way out of an office that is none any more. */
function OwnComputer({ client }: { client: OfficeClient }) {
  const { t } = useI18n();
  return (
    <Box sx={{ borderTop: 1, pt: 4, display: 'grid', gap: 2 }}>
      <Typography variant="quiet">{t('office.leave.text')}</Typography>
      <LeaveOffice client={client} />
    </Box>
  );
}

/** Forgets the office; asked for twice, since the program starts anew at once. */
function LeaveOffice({ client }: { client: OfficeClient }) {
  const { t } = useI18n();
  const notDone = useNotDone();
  const [isAsked, setAsked] = useState(false);
  const leave = useMutation({ mutationFn: () => client.leave(), onError: notDone });
  if (!isAsked)
    return (
      <Button
        startIcon={<Monitor size={14} aria-hidden />}
        onClick={() => setAsked(true)}
        sx={{ justifySelf: 'start' }}
      >
        {t('office.leave.act')}
      </Button>
    );
  return (
    <Alert
      severity="warning"
      action={
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button size="small" disabled={leave.isPending} onClick={() => leave.mutate()}>
            {t('office.leave.confirm')}
          </Button>
          <Button size="small" variant="text" onClick={() => setAsked(false)}>
            {t('office.leave.stay')}
          </Button>
        </Box>
      }
    >
      {t('office.leave.question')}
    </Alert>
  );
}

/** Where the program is connected, for the settings of this computer. */
export function OfficeFacts({ client, office }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Fields>
        <Field label={t('office.settings.address')} wide>
          <PlainCode value={office.address} />
        </Field>
        <Field label={t('office.settings.signIn')} wide>
          {t(`office.settings.kept.${office.signInKept ?? 'none'}`)}
        </Field>
      </Fields>
      <Typography variant="quiet">{t('office.leave.text')}</Typography>
      <LeaveOffice client={client} />
    </>
  );
}
