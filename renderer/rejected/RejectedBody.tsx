import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useNotDone } from '../app/useNotDone.ts';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { type BodyPart, bytesOf, downloadBlob, wholeBody } from '../components/download-blob.ts';
import { Section } from '../components/Fields.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { hexOf, textOf } from './body.ts';

/** As many bytes are laid out on the screen; the download has all. */
const maxShown = 64 * 1024;

export type KeptBody = Pick<RejectedRow, 'id' | 'body' | 'receivedBytes' | 'keptBytes'>;
type Props = { kept: KeptBody; partFrom: (from: number) => Promise<BodyPart> };

/** The bytes that came: as text where they are text, as a dump where they are not or where that is wanted. */
export function RejectedBody({ kept: row, partFrom }: Props) {
  const { t, format } = useI18n();
  const notDone = useNotDone();
  const bytes = useMemo(() => bytesOf(row.body), [row.body]);
  const isBeginning = bytes.length < row.keptBytes;
  const text = useMemo(() => textOf(bytes, isBeginning), [bytes, isBeginning]);
  const [wanted, setWanted] = useState<'text' | 'hex'>('text');
  const form = text === null ? 'hex' : wanted;
  const cut = row.keptBytes > maxShown;
  const shown = useMemo(
    () => (form === 'text' && text !== null ? text.slice(0, maxShown) : hexOf(bytes.subarray(0, maxShown))),
    [form, text, bytes],
  );
  const title = t('rejected.detail.body');
  const download = async () => {
    const all = isBeginning ? await wholeBody(partFrom) : [bytes];
    downloadBlob(`rejected-${row.id}.bin`, all, 'application/octet-stream');
  };
  return (
    <Section
      title={title}
      aside={
        bytes.length > 0 && (
          <Button
            size="small"
            startIcon={<Download size={14} />}
            onClick={() => void download().catch(notDone)}
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
              <ToggleGroup
                label={t('rejected.detail.form')}
                value={form}
                options={[
                  { value: 'text', label: t('rejected.detail.asText') },
                  { value: 'hex', label: t('rejected.detail.asHex') },
                ]}
                onChange={setWanted}
              />
            )}
            {cut && (
              <Typography variant="caption">
                {t('rejected.detail.more', {
                  shown: format.bytes(maxShown),
                  all: format.bytes(row.keptBytes),
                })}
              </Typography>
            )}
          </Box>
          <CodeBlock label={title} text={shown} />
        </>
      )}
    </Section>
  );
}
