import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { ORPCError } from '@orpc/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import type {
  Certificate,
  CertificateProblem,
  CertificateReport,
  CertificateWarning,
} from '#shared/contract/connection.ts';
import type { CertificateFiles, Settings } from '#shared/contract/settings.ts';
import { usePassesSecrets } from '../app/capabilities.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { useSettings, useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields, TechnicalDetail } from '../components/Fields.tsx';
import { SelectField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { FileField } from './FileField.tsx';
import { type SecretTransfer, SecretTransferNote } from './Keys.tsx';
import { SaveForm, type SettingsForm, useSettingsForm } from './SettingsForm.tsx';
import {
  type CertificateDraft,
  certificateChanges,
  certificateDraft,
  certificateFilesOf,
} from './validation.ts';

/** Whether the receiver answers over HTTPS, by which certificate, and what is to be said of it. */
export function CertificateSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(certificateDraft(settings.receiver), certificateChanges);
  return (
    <Box
      component="section"
      id="certificate"
      aria-labelledby="certificate-title"
      sx={{ display: 'grid', gap: 5, pt: 5, borderTop: 1 }}
    >
      <div>
        <Typography variant="h3" component="h2" id="certificate-title">
          {t('certificate.title')}
        </Typography>
        <Typography variant="caption">{t('certificate.about')}</Typography>
      </div>
      <CertificateNow />
      <SaveForm form={form}>
        <CertificateFields form={form} />
        <CertificateCheck draft={form.draft} />
      </SaveForm>
      {form.draft.mode !== 'off' && <Passphrase files={certificateFilesOf(form.draft)} />}
      <TrialOffer form={form} />
    </Box>
  );
}

/** The certificate by which calls are answered at this moment. */
function CertificateNow() {
  const { t } = useI18n();
  const when = useWhen();
  const inForce = useStatus().data?.receiver.certificate ?? null;
  if (inForce === null) return null;
  const { certificate, problem, loadedAt } = inForce;
  return (
    <Box
      component="section"
      aria-labelledby="certificate-now"
      sx={{ p: 4, borderRadius: 1, border: 1, bgcolor: 'background.raised', display: 'grid', gap: 3 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <LockKeyhole size={16} aria-hidden />
        <Typography variant="h3" component="h3" id="certificate-now" sx={{ flex: 1 }}>
          {t('certificate.now')}
        </Typography>
        {loadedAt !== null && (
          <Typography variant="caption">
            {t('certificate.loadedAt')} {when(loadedAt)}
          </Typography>
        )}
      </Box>
      {problem !== null && (
        <Alert severity="error">
          {t(certificate === null ? 'certificate.none' : 'certificate.kept')}{' '}
          <ProblemText problem={problem} />
        </Alert>
      )}
      <Warnings warnings={inForce.warnings} />
      {certificate !== null && <CertificateFacts certificate={certificate} />}
      <Typography variant="caption">{t('certificate.reload')}</Typography>
    </Box>
  );
}

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { t, format } = useI18n();
  return (
    <Fields>
      <Field label={t('certificate.names')} wide>
        {certificate.names.length === 0 ? t('common.none') : certificate.names.join(', ')}
        {certificate.isTrial && <Chip size="small" label={t('certificate.trial')} sx={{ ml: 2 }} />}
      </Field>
      <Field label={t('certificate.subject')}>{nameIn(certificate.subject)}</Field>
      <Field label={t('certificate.issuer')}>{nameIn(certificate.issuer)}</Field>
      <Field label={t('certificate.validity')}>
        {t('certificate.validityText', {
          from: format.date(certificate.validFrom),
          to: format.date(certificate.validTo),
        })}
      </Field>
      <Field label={t('certificate.fingerprint')} wide>
        <Code value={certificate.fingerprint256} label={t('certificate.fingerprint')} />
      </Field>
    </Fields>
  );
}

/** Who a distinguished name names, in the words of an office: its common name, and its organisation where that says more. */
function nameIn(distinguished: string): string {
  const attributeIn = (attribute: string) =>
    new RegExp(`(?:^|, |\\n)${attribute}=([^\\n]*?)(?=, [A-Z]+=|\\n|$)`).exec(distinguished)?.[1];
  const [common, organisation] = [attributeIn('CN'), attributeIn('O')];
  if (common === undefined) return organisation ?? distinguished;
  return organisation === undefined || organisation === common ? common : `${common} (${organisation})`;
}

function ProblemText({ problem }: { problem: CertificateProblem }) {
  const { t } = useI18n();
  return (
    <>
      {t(`certificate.problem.${problem.code}`, { file: problem.file })}
      <TechnicalDetail text={problem.detail} />
    </>
  );
}

const severityOf: Record<CertificateWarning['code'], 'error' | 'warning'> = {
  expired: 'error',
  notYetValid: 'error',
  wrongHost: 'error',
  notForServers: 'error',
  selfSigned: 'warning',
  unknownAuthority: 'warning',
  chainIncomplete: 'warning',
  expiresSoon: 'warning',
  weakKey: 'warning',
};

function Warnings({ warnings }: { warnings: readonly CertificateWarning[] }) {
  const { t } = useI18n();
  const textOf = (warning: CertificateWarning): string => {
    switch (warning.code) {
      case 'expiresSoon':
        return t('certificate.warning.expiresSoon', { count: warning.days });
      case 'wrongHost':
        return t('certificate.warning.wrongHost', { host: warning.host });
      case 'chainIncomplete':
      case 'unknownAuthority':
        return t(`certificate.warning.${warning.code}`, { issuer: nameIn(warning.issuer) });
      default:
        return t(`certificate.warning.${warning.code}`);
    }
  };
  return warnings.map((warning) => (
    <Alert key={warning.code} severity={severityOf[warning.code]}>
      {textOf(warning)}
    </Alert>
  ));
}

const modes = ['off', 'pem', 'pfx'] as const;

/** What each field names. */
const kinds = { certificateFile: 'certificate', keyFile: 'key', file: 'pkcs12' } as const;

function CertificateFields({ form }: { form: SettingsForm<CertificateDraft> }) {
  const { t } = useI18n();
  const { draft, set, isWrong } = form;
  const path = (name: keyof typeof kinds, help: string) => (
    <FileField
      label={t(`certificate.${name}`)}
      value={draft[name]}
      onChange={(value) => set({ ...draft, [name]: value })}
      kind={kinds[name]}
      helperText={help}
      error={draft[name] !== '' && isWrong('receiver', 'tls', name) ? t('certificate.fileWrong') : null}
    />
  );
  return (
    <>
      <SelectField
        label={t('certificate.mode')}
        value={draft.mode}
        options={modes}
        labelOf={(mode) => t(`certificate.modes.${mode}`)}
        onChange={(mode) => set({ ...draft, mode })}
      />
      {draft.mode === 'pem' && path('certificateFile', t('certificate.certificateFileHelp'))}
      {draft.mode === 'pem' && path('keyFile', t('certificate.keyFileHelp'))}
      {draft.mode === 'pfx' && path('file', t('certificate.fileHelp'))}
    </>
  );
}

/** Looks at the files as they are named, before they are saved. */
function CertificateCheck({ draft }: { draft: CertificateDraft }) {
  const { t } = useI18n();
  const api = useApi();
  const errorMessage = useErrorMessage();
  const check = useMutation(api.connection.checkCertificate.mutationOptions());
  const files = certificateFilesOf(draft);
  if (draft.mode === 'off') return null;
  const isOfThese = JSON.stringify(check.variables?.files) === JSON.stringify(files);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box>
        <Button
          disabled={files === null || check.isPending}
          onClick={() => {
            if (files !== null) check.mutate({ files });
          }}
        >
          {t(check.isPending ? 'certificate.checking' : 'certificate.check')}
        </Button>
      </Box>
      <Box role="status" sx={{ display: 'grid', gap: 3, '&:empty': { display: 'none' } }}>
        {check.isError && <Alert severity="error">{errorMessage(check.error)}</Alert>}
        {isOfThese && check.data !== undefined && !check.isPending && <CheckOutcome report={check.data} />}
      </Box>
    </Box>
  );
}

function CheckOutcome({ report }: { report: CertificateReport }) {
  const { t } = useI18n();
  if (report.problem !== null)
    return (
      <Alert severity="error">
        <ProblemText problem={report.problem} />
      </Alert>
    );
  return (
    <>
      {report.warnings.every(({ code }) => severityOf[code] !== 'error') && (
        <Alert severity="success">{t('certificate.good')}</Alert>
      )}
      <Warnings warnings={report.warnings} />
      {report.certificate !== null && <CertificateFacts certificate={report.certificate} />}
    </>
  );
}

/** The passphrase of the key. It passes through the shell, never through here. */
function Passphrase({ files }: { files: CertificateFiles | null }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const place = useQuery(api.connection.passphrase.queryOptions());
  const [transfer, setTransfer] = useState<SecretTransfer>(null);
  const passes = usePassesSecrets();
  const stale = () => {
    void queries.invalidateQueries({ queryKey: api.connection.key() });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
  const collect = useMutation({
    ...api.connection.collectPassphrase.mutationOptions(),
    onSuccess: (passage) => setTransfer({ passage, collecting: true }),
    onSettled: stale,
  });
  const forget = useMutation({
    ...api.connection.forgetPassphrase.mutationOptions(),
    onSuccess: () => notify({ tone: 'done', text: t('certificate.passphrase.forgotten') }),
    onSettled: stale,
  });
  const secretIn = place.data?.secretIn;
  const isKept = secretIn === 'keychain' || secretIn === 'memory';
  const failed = collect.error ?? forget.error;
  return (
    <Box component="section" aria-labelledby="certificate-passphrase" sx={{ display: 'grid', gap: 3 }}>
      <div>
        <Typography variant="h3" component="h3" id="certificate-passphrase">
          {t('certificate.passphrase.title')}
        </Typography>
        <Typography variant="caption">
          {files === null ? t('certificate.passphrase.whichFiles') : t('certificate.passphrase.about')}
        </Typography>
      </div>
      {transfer !== null && (
        <SecretTransferNote
          transfer={transfer}
          onClose={() => {
            setTransfer(null);
            stale();
          }}
        />
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="body2" role="status" sx={{ flex: 1, minWidth: 220 }}>
          {secretIn === undefined ? '' : t(`certificate.passphrase.secretIn.${secretIn}`)}
        </Typography>
        {passes === false && <Typography variant="caption">{t('office.elsewhere')}</Typography>}
        <Button
          disabled={files === null || collect.isPending || passes === false}
          onClick={() => {
            if (files !== null) collect.mutate({ files });
          }}
        >
          {t(isKept ? 'certificate.passphrase.change' : 'certificate.passphrase.give')}
        </Button>
        {isKept && (
          <Button
            color="error"
            variant="text"
            disabled={forget.isPending}
            onClick={() => forget.mutate(undefined)}
          >
            {t('certificate.passphrase.forget')}
          </Button>
        )}
      </Box>
      {failed !== null && (
        <Alert severity="error">
          {failed instanceof ORPCError && failed.code === 'NOT_THE_PASSPHRASE'
            ? t('certificate.passphrase.wrong')
            : errorMessage(failed)}
        </Alert>
      )}
    </Box>
  );
}

/** A certificate to try HTTPS with, called what it is. */
function TrialOffer({ form }: { form: SettingsForm<CertificateDraft> }) {
  const { t } = useI18n();
  const api = useApi();
  const errorMessage = useErrorMessage();
  const address = useStatus().data?.receiver.address ?? '';
  const publicUrl = useSettings().data?.receiver.publicUrl ?? '';
  const { draft, set } = form;
  const make = useMutation({
    ...api.connection.makeTrialCertificate.mutationOptions(),
    onSuccess: ({ files }) => set({ ...draft, ...files }),
  });
  const host = URL.parse(publicUrl)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const names = [host, 'localhost', '127.0.0.1', address].filter(
    (name) => name !== '' && !/^(0\.0\.0\.0|::)$/.test(name),
  );
  return (
    <Box component="section" aria-labelledby="certificate-trial" sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1 }}>
          <Typography variant="h3" component="h3" id="certificate-trial">
            {t('certificate.trialOffer.title')}
          </Typography>
          <Typography variant="caption">{t('certificate.trialOffer.about')}</Typography>
        </Box>
        <Button disabled={make.isPending} onClick={() => make.mutate({ names: [...new Set(names)] })}>
          {t('certificate.trialOffer.make')}
        </Button>
      </Box>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {make.isSuccess && form.changed && <Alert severity="info">{t('certificate.trialOffer.made')}</Alert>}
        {make.isError && <Alert severity="error">{errorMessage(make.error)}</Alert>}
      </Box>
    </Box>
  );
}
