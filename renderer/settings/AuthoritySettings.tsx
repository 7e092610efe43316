import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AuthorityFileReport, TrustReport } from '#shared/contract/connection.ts';
import type { Settings, SettingsChanges } from '#shared/contract/settings.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { FileField } from './FileField.tsx';
import { SaveForm, useSettingsForm } from './SettingsForm.tsx';

const changesOf = (file: string): SettingsChanges => ({ trust: { authorityFile: file.trim() } });

/** Whom Perito believes when it calls out, and a file of authorities where the system does not tell of all. */
export function AuthoritySettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const api = useApi();
  const errorMessage = useErrorMessage();
  const form = useSettingsForm(settings.trust.authorityFile, changesOf);
  const { draft, set } = form;
  // Asked again with another file; the answer is of what is saved.
  const saved = useQuery(
    api.connection.trust.queryOptions({ input: { file: settings.trust.authorityFile } }),
  );
  const check = useMutation(api.connection.trust.mutationOptions());
  const file = draft.trim();
  const isWrong = form.isWrong('trust', 'authorityFile');
  const checked = check.data !== undefined && check.variables?.file === file ? check.data.file : null;
  return (
    <Box
      component="section"
      aria-labelledby="authorities"
      sx={{ display: 'grid', gap: 4, pt: 5, borderTop: 1 }}
    >
      <div>
        <Typography variant="h3" component="h2" id="authorities">
          {t('certificate.authorities.title')}
        </Typography>
        <Typography variant="quiet" sx={{ mt: 0.5 }}>
          {t('certificate.authorities.about')}
        </Typography>
      </div>
      {saved.isError && <ErrorState query={saved} />}
      {saved.isPending && <LineSkeleton height={20} label={t('common.loading')} />}
      {saved.data !== undefined && <Trusted report={saved.data} />}
      <SaveForm form={form}>
        <FileField
          label={t('certificate.authorities.file')}
          value={draft}
          onChange={set}
          kind="certificate"
          helperText={t('certificate.authorities.fileHelp')}
          error={isWrong ? t('certificate.fileWrong') : null}
        />
        {file !== '' && (
          <Box sx={{ display: 'grid', gap: 3 }}>
            <Box>
              <Button disabled={isWrong || check.isPending} onClick={() => check.mutate({ file })}>
                {t(check.isPending ? 'certificate.checking' : 'certificate.authorities.check')}
              </Button>
            </Box>
            <Box role="status" sx={{ display: 'grid', gap: 3, '&:empty': { display: 'none' } }}>
              {check.isError && <Alert severity="error">{errorMessage(check.error)}</Alert>}
              {checked !== null && <FileFound report={checked} />}
            </Box>
          </Box>
        )}
      </SaveForm>
    </Box>
  );
}

/** How many authorities there are, and what of the saved file does not hold. */
function Trusted({ report }: { report: TrustReport }) {
  const { t, format } = useI18n();
  const { bundled, system, detail, file, given } = report;
  return (
    <>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('certificate.authorities.bundled', { count: bundled, shown: format.count(bundled) })}{' '}
        {system !== null &&
          system > 0 &&
          t('certificate.authorities.system', { count: system, shown: format.count(system) })}{' '}
        {file?.problem === null &&
          t('certificate.authorities.inFile', { count: file.count, shown: format.count(file.count) })}
      </Typography>
      {system === 0 && <Alert severity="warning">{t('certificate.authorities.none')}</Alert>}
      {system === null && (
        <Alert severity="warning">
          {t('certificate.authorities.unreadable')} <TechnicalDetail text={detail} />
        </Alert>
      )}
      {given !== null && <Alert severity="info">{t('certificate.authorities.given', { file: given })}</Alert>}
      {file !== null && file.problem !== null && <FileFound report={file} />}
    </>
  );
}

/** What a file holds, or why it cannot be taken. */
function FileFound({ report }: { report: AuthorityFileReport }) {
  const { t, format } = useI18n();
  const { file, problem, count, certificates } = report;
  if (problem !== null)
    return (
      <Alert severity="error">
        {t(`certificate.authorities.problem.${problem.code}`, { file })}
        {problem.detail !== '' && <TechnicalDetail text={problem.detail} />}
      </Alert>
    );
  const over = certificates.filter(({ validTo }) => Date.parse(validTo) < Date.now());
  const others = certificates.filter(({ isAuthority }) => !isAuthority);
  return (
    <>
      <Alert severity={over.length + others.length === 0 ? 'success' : 'warning'}>
        {t('certificate.authorities.found', { count, shown: format.count(count) })}
        {over.length > 0 && <> {t('certificate.authorities.over', { count: over.length })}</>}
        {others.length > 0 && <> {t('certificate.authorities.others', { count: others.length })}</>}
      </Alert>
      <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
        {certificates.map(({ subject, validTo }) => (
          <Typography key={`${subject} ${validTo}`} component="li" variant="body2">
            {subject}{' '}
            <Typography component="span" variant="caption">
              {t('certificate.authorities.until', { day: format.date(validTo) })}
            </Typography>
          </Typography>
        ))}
        {count > certificates.length && (
          <Typography component="li" variant="body2">
            {t('certificate.authorities.more', { count: count - certificates.length })}
          </Typography>
        )}
      </Box>
    </>
  );
}
