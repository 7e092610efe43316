import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DataSubjectState,
  type SubjectFound,
  type SubjectRelation,
  subjectRelations,
} from '#shared/contract/data-subject.ts';
import type { Passage } from '#shared/contract/receiver-keys.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { usePassesSecrets } from '../app/capabilities.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { archivePath } from '../archives/archiving.ts';
import { PassphraseNote } from '../archives/PassphraseNote.tsx';
import { FolderField } from '../backups/FolderField.tsx';
import { Box } from '../components/Box.tsx';
import { Form, SwitchField, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';

/** Writes what was found to one file; which records go with it is for the office to decide. */
export function ExportForm({ state, found }: { state: DataSubjectState; found: SubjectFound }) {
  const { t, format } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const [folder, setFolder] = useState('');
  // The number does not stand in the name: names of files are seen by others.
  const [name, setName] = useState(`persona-${dominicanDay(Date.now())}.perito`);
  const [isEncrypted, setEncrypted] = useState(false);
  const isAsked = usePassesSecrets() !== false;
  /** While its passphrase is waited for: where that is typed, and what was exported before. */
  const [waiting, setWaiting] = useState<{ passage: Passage; before: string | null } | null>(null);
  const [left, setLeft] = useState<readonly SubjectRelation[]>([]);
  const write = useMutation(
    api.dataSubject.export.mutationOptions({
      onSuccess({ passphrase, ...after }) {
        queries.setQueryData(api.dataSubject.get.queryKey(), after);
        setWaiting(passphrase && { passage: passphrase, before: after.exported?.root ?? null });
      },
      onError(failure) {
        if (!('code' in failure) || failure.code !== 'NOT_A_PATH') notDone(failure);
      },
    }),
  );
  const isNoPath = write.error !== null && 'code' in write.error && write.error.code === 'NOT_A_PATH';
  const isReady = folder.trim() !== '' && name.trim() !== '' && state.running === null && !write.isPending;
  const relations = subjectRelations.filter((relation) => !left.includes(relation));
  const { exported } = state;
  const isWaiting = waiting !== null && state.running === null && (exported?.root ?? null) === waiting.before;
  return (
    <Form
      aria-label={t('dataSubject.export.title')}
      onSubmit={() => {
        if (!isReady) return;
        setWaiting(null);
        write.mutate({ file: archivePath(folder, name), relations, isEncrypted });
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      <Typography variant="h3">{t('dataSubject.export.title')}</Typography>
      <Alert severity="warning">{t('dataSubject.export.warning')}</Alert>
      {subjectRelations
        .filter((relation) => found.records.relations[relation] > 0)
        .map((relation) => (
          <SwitchField
            key={relation}
            label={`${t(`dataSubject.relation.${relation}`)} (${format.count(found.records.relations[relation])})`}
            value={!left.includes(relation)}
            onChange={(isWanted) =>
              setLeft(isWanted ? left.filter((one) => one !== relation) : [...left, relation])
            }
          />
        ))}
      <FolderField
        value={folder}
        onChange={setFolder}
        helperText={t('dataSubject.export.help')}
        error={isNoPath ? t('dataSubject.export.notAPath') : null}
        autoFocus={false}
      />
      <TextField
        label={t('dataSubject.export.name')}
        value={name}
        onChange={setName}
        code
        maxLength={200}
        helperText={t('dataSubject.export.nameHelp')}
      />
      <SwitchField
        label={t('archiveSettings.make.encrypt')}
        helperText={t(isAsked ? 'dataSubject.export.encryptHelp' : 'office.encrypted')}
        value={isEncrypted}
        disabled={!isAsked}
        onChange={setEncrypted}
      />
      {isWaiting && <PassphraseNote passage={waiting.passage} />}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Button type="submit" variant={isWaiting ? 'outlined' : 'contained'} disabled={!isReady}>
          {t('dataSubject.export.make')}
        </Button>
        <Typography variant="caption">{t('dataSubject.export.logged')}</Typography>
      </Box>
      {exported !== null && state.running === null && (
        <Alert severity="success" sx={{ overflowWrap: 'anywhere' }}>
          {t('dataSubject.export.done', {
            file: exported.file,
            count: exported.records,
            shown: format.count(exported.records),
            size: format.bytes(exported.bytes),
          })}
        </Alert>
      )}
    </Form>
  );
}
