import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useConnection } from '../app/queries.ts';
import { FileDrop } from './FileDrop.tsx';
import { Progress } from './Progress.tsx';
import { FileNotReadable, sendFile, useUploads } from './uploads.ts';
import type { ImportSteps } from './useImportSteps.ts';

/** The file on its way; where nobody sends it any more, it can be chosen again to go on. */
export function UploadStep({ at, steps }: { at: PolicyImport; steps: ImportSteps }) {
  const { t, format } = useI18n();
  const { client } = useConnection();
  const errorMessage = useErrorMessage();
  const upload = useUploads((state) => state.of[at.id]);
  const [other, setOther] = useState(false);
  const done = Math.max(upload?.sent ?? 0, at.receivedBytes);
  const sizes = { done: format.bytes(done), total: format.bytes(at.bytes) };
  const cancel = (
    <Button disabled={steps.cancel.isPending} onClick={() => steps.cancel.mutate({ id: at.id })}>
      {t('policies.imports.running.cancel')}
    </Button>
  );
  if (upload !== undefined && upload.error === null)
    return (
      <Progress
        title={t('policies.imports.uploading.title')}
        said={t('policies.imports.uploading.progress', sizes)}
        share={done / at.bytes}
      >
        {cancel}
      </Progress>
    );
  const again = (file: File) => {
    const isSame = file.name.slice(-255) === at.filename && file.size === at.bytes;
    setOther(!isSame);
    if (isSame) void sendFile(client, at, file);
  };
  return (
    <Box sx={{ p: 6, display: 'grid', gap: 4, maxWidth: 760 }}>
      <Alert severity="warning">
        {t('policies.imports.uploading.stopped', sizes)}
        {upload !== undefined && (
          <>
            {' '}
            {upload.error instanceof FileNotReadable
              ? t('policies.imports.uploading.notReadable')
              : t('policies.imports.uploading.failed', { why: errorMessage(upload.error) })}
          </>
        )}
        <br />
        {t('policies.imports.uploading.again')}
      </Alert>
      {other && (
        <Alert severity="error">
          {t('policies.imports.uploading.otherFile', { name: at.filename, size: format.bytes(at.bytes) })}
        </Alert>
      )}
      <FileDrop onFile={again} disabled={false} />
      <Box>{cancel}</Box>
    </Box>
  );
}
