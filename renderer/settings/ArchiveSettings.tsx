import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { MadeArchive, SigningKey } from '#shared/contract/archives.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useStatus } from '../app/status.ts';
import { ArchiveForm } from '../archives/ArchiveForm.tsx';
import { ArchiveProgress } from '../archives/ArchiveProgress.tsx';
import { archiveName } from '../archives/archiving.ts';
import { LeftOut } from '../archives/LeftOut.tsx';
import { OpenMade } from '../archives/OpenMade.tsx';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, TechnicalData } from '../components/Fields.tsx';
import { SelectField, TextField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { SettingsPart } from './SettingsForm.tsx';

/** Archives of chosen records: the key that signs them, making one, and those that were made. */
export function ArchiveSettings() {
  const { t } = useI18n();
  const api = useApi();
  const key = useQuery(api.archives.signingKey.queryOptions());
  const state = useQuery(api.archives.get.queryOptions());
  const made = useQuery(api.archives.list.queryOptions());
  return (
    <SettingsPart title={t('settings.section.archives')} about={t('archiveSettings.about')}>
      {key.isError && <ErrorState query={key} />}
      {key.data === undefined ? !key.isError && <FormSkeleton /> : <KeyPart signingKey={key.data} />}
      {state.data !== undefined && (
        <Part title={t('archiveSettings.make.title')}>
          <ArchiveProgress state={state.data} />
          <MakeForm isBusy={state.data.running !== null} />
        </Part>
      )}
      {made.data !== undefined && <Made made={made.data} />}
    </SettingsPart>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 3 }}>
      <Typography variant="h3" component="h2" id={titleId}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function KeyPart({ signingKey: { fingerprint, publicKey } }: { signingKey: SigningKey }) {
  const { t } = useI18n();
  const isLocked = useStatus().data?.keychain.state === 'locked';
  return (
    <Part title={t('archiveSettings.key.title')}>
      {fingerprint === null ? (
        <Alert severity="warning">{t(`archiveSettings.key.${isLocked ? 'locked' : 'none'}`)}</Alert>
      ) : (
        <>
          <Typography variant="quiet">{t('archiveSettings.key.text')}</Typography>
          <Fields>
            <Field label={t('archiveSettings.key.fingerprint')} wide>
              <Code
                value={fingerprint}
                label={t('archiveSettings.key.fingerprint')}
                shown={fingerprint.replaceAll(/(.{4})(?=.)/g, '$1 ')}
              />
            </Field>
          </Fields>
          {publicKey !== null && (
            <TechnicalData title={t('archiveSettings.key.publicKey')}>
              <CodeBlock label={t('archiveSettings.key.publicKey')} text={publicKey} />
            </TechnicalData>
          )}
        </>
      )}
    </Part>
  );
}

const anyKind = 'any';
type KindChoice = RecordKind | typeof anyKind;

function MakeForm({ isBusy }: { isBusy: boolean }) {
  const { t } = useI18n();
  const [claim, setClaim] = useState('');
  const [kind, setKind] = useState<KindChoice>(anyKind);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const choice = {
    claims: claim.trim() === '' ? [] : [claim.trim()],
    kinds: kind === anyKind ? [] : [kind],
    from: from === '' ? null : from,
    until: until === '' ? null : until,
  };
  return (
    <ArchiveForm
      label={t('archiveSettings.make.title')}
      choice={choice}
      name={archiveName(t('archiveSettings.dialog.file'), dominicanDay(Date.now()))}
      isBusy={isBusy}
    >
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
        <TextField
          label={t('archiveSettings.make.claim')}
          value={claim}
          onChange={setClaim}
          maxLength={200}
          helperText={t('archiveSettings.make.claimHelp')}
        />
        <SelectField<KindChoice>
          label={t('archiveSettings.make.kind')}
          value={kind}
          options={[anyKind, ...recordKinds]}
          labelOf={(one) => (one === anyKind ? t('archiveSettings.make.allKinds') : t(`records.kind.${one}`))}
          onChange={setKind}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 3 }}>
        <TextField label={t('archiveSettings.make.from')} type="date" value={from} onChange={setFrom} />
        <TextField label={t('archiveSettings.make.until')} type="date" value={until} onChange={setUntil} />
      </Box>
    </ArchiveForm>
  );
}

function Made({ made }: { made: readonly MadeArchive[] }) {
  const { t, format } = useI18n();
  const when = useWhen();
  return (
    <Part title={t('archiveSettings.made.title')}>
      {made.length === 0 && <Typography variant="quiet">{t('archiveSettings.made.none')}</Typography>}
      <Box component="ul" sx={{ display: 'grid', gap: 3 }}>
        {made.map((one) => (
          <Box component="li" key={`${one.at} ${one.file}`}>
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
              <Code value={one.file} label={t('archiveSettings.make.name')} />
              <OpenMade file={one.file} />
            </Box>
            <Typography variant="body2">
              {t('archiveSettings.made.line', {
                count: one.records,
                records: format.count(one.records),
                contents: format.count(one.contents),
                size: format.bytes(one.bytes),
              })}
            </Typography>
            <LeftOut made={one} />
            <Typography variant="caption">
              {t('archiveSettings.made.by', { who: one.who, when: when(one.at) })} ·{' '}
              {t(
                one.keyFingerprint === null ? 'archiveSettings.made.unsigned' : 'archiveSettings.made.signed',
              )}
            </Typography>
          </Box>
        ))}
      </Box>
    </Part>
  );
}
