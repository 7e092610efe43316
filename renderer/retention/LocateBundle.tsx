import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RetentionBundle } from '#shared/contract/retention.ts';
import { errorKind, useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { FolderField } from '../backups/FolderField.tsx';
import { Box } from '../components/Box.tsx';
import { Form } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { fileNameOf, placeOf } from './retention-state.ts';
import { useRefreshRetention } from './use-retention.ts';

type Props = { bundle: RetentionBundle; onFound: () => void; onClose: () => void };

/** Says where an archive lies that was moved; only the same one is taken. */
export function LocateBundle({ bundle, onFound, onClose }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  const notDone = useNotDone();
  const refresh = useRefreshRetention();
  const name = fileNameOf(bundle.file);
  const [text, setText] = useState('');
  const locate = useMutation(
    useApi().retention.locate.mutationOptions({
      onSuccess: () => {
        notify({ tone: 'done', text: t('retention.locate.found', { file: name }) });
        refresh();
        onFound();
      },
      onError: (failure) => {
        if (!isDefinedError(failure) && errorKind(failure) !== 'invalid') notDone(failure);
      },
    }),
  );
  const file = placeOf(text, name);
  const isReady = text.trim() !== '' && !locate.isPending;
  const problem = () => {
    if (locate.error === null || locate.variables?.file !== file) return null;
    if (!isDefinedError(locate.error)) return errorKind(locate.error) === 'invalid' ? 'notAPath' : null;
    return locate.error.code === 'NOT_THIS_BUNDLE' ? 'otherBundle' : 'notReadable';
  };
  const found = problem();
  return (
    <Form
      aria-labelledby={titleId}
      onSubmit={() => {
        if (isReady) locate.mutate({ id: bundle.id, file });
      }}
      sx={{ display: 'grid', gap: 3, p: 4, border: 1, borderRadius: 1, bgcolor: 'background.raised' }}
    >
      <Typography
        variant="body2"
        component="h3"
        id={titleId}
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
      >
        {t('retention.locate.title', { file: name })}
      </Typography>
      <FolderField
        label={t('retention.locate.label')}
        value={text}
        onChange={setText}
        helperText={t('retention.locate.help')}
        error={found === null ? null : t(`retention.locate.${found}`)}
      />
      <Box sx={{ display: 'flex', gap: 3 }}>
        <Button type="submit" variant="contained" disabled={!isReady}>
          {t(locate.isPending ? 'retention.locate.looking' : 'retention.locate.use')}
        </Button>
        <Button variant="text" color="inherit" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Box>
    </Form>
  );
}
