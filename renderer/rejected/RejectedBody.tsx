import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Choices } from '../parts/Choices.tsx';
import { Section } from '../parts/Fields.tsx';
import { giveFile } from '../parts/give-file.ts';
import { Raw } from '../parts/Raw.tsx';
import { bytesOf, hexOf, textOf } from './body.ts';

/** As many bytes are laid out on the screen; the download has all. */
const shownLimit = 64 * 1024;

export type KeptBody = Pick<RejectedRow, 'id' | 'body' | 'receivedBytes' | 'keptBytes'>;

/** The bytes that came: as text where they are text, as a dump where they are not or where that is wanted. */
export function RejectedBody({ kept: row }: { kept: KeptBody }) {
  const { t, format } = useWords();
  const bytes = useMemo(() => bytesOf(row.body), [row.body]);
  const text = useMemo(() => textOf(bytes), [bytes]);
  const [wanted, setWanted] = useState<'text' | 'hex'>('text');
  const form = text === null ? 'hex' : wanted;
  const cut = bytes.length > shownLimit;
  const shown = useMemo(
    () =>
      form === 'text' && text !== null ? text.slice(0, shownLimit) : hexOf(bytes.subarray(0, shownLimit)),
    [form, text, bytes],
  );
  const title = t('rejected.detail.body');
  return (
    <Section
      title={title}
      aside={
        bytes.length > 0 && (
          <Button
            size="small"
            startIcon={<Download size={14} />}
            onClick={() => giveFile(`rejected-${row.id}.bin`, [bytes], 'application/octet-stream')}
          >
            {t('rejected.detail.download')}
          </Button>
        )
      }
    >
      {row.keptBytes < row.receivedBytes && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('rejected.detail.cut', {
            received: format.bytes(row.receivedBytes),
            kept: format.bytes(row.keptBytes),
          })}
        </Alert>
      )}
      {bytes.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('rejected.detail.bodyEmpty')}
        </Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', mb: 2 }}>
            {text === null ? (
              <Typography variant="caption">{t('rejected.detail.notUtf8')}</Typography>
            ) : (
              <Choices
                label={t('rejected.detail.form')}
                value={form}
                options={[
                  { value: 'text', words: t('rejected.detail.asText') },
                  { value: 'hex', words: t('rejected.detail.asHex') },
                ]}
                onChange={setWanted}
              />
            )}
            {cut && (
              <Typography variant="caption">
                {t('rejected.detail.more', {
                  shown: format.bytes(shownLimit),
                  all: format.bytes(bytes.length),
                })}
              </Typography>
            )}
          </Box>
          <Raw label={title} text={shown} />
        </>
      )}
    </Section>
  );
}
