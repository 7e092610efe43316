import Button from '@mui/material/Button';
import { Braces, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useConnection } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { copyText } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { downloadBlob, wholeBody } from '../components/download-blob.ts';
import { Section } from '../components/Fields.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { placeInBody } from '../components/field-anchors.ts';
import { formatJson, placeInJson } from '../components/json-text.ts';
import { Typography } from '../components/Typography.tsx';
import { useLead } from './lead.ts';

type Props = {
  record: Pick<RecordDetail, 'id' | 'number' | 'body' | 'bodyBytes'>;
  /** The shown revision. */
  revision: number;
};

/** The most characters that the screen lays out; the download has all. */
const maxShown = 256 * 1024;

/** The received body, collapsed: formatted, or byte for byte. Opens for a linked field that is shown nowhere else. */
export function RawBody({ record, revision }: Props) {
  const { t, format } = useI18n();
  const { client } = useConnection();
  const notDone = useNotDone();
  const { id, number, bodyBytes } = record;
  const body = record.body.slice(0, maxShown);
  const isCut = bodyBytes > maxShown;
  const { lead } = useLead();
  const rawLead = lead?.among === 'raw' ? lead : null;
  const [shut, setShut] = useState<typeof lead>(null);
  const [opened, setOpened] = useState(false);
  const open = opened || (rawLead !== null && rawLead !== shut);
  const toggle = () => {
    setShut(rawLead);
    setOpened(!open);
  };
  const [form, setForm] = useState<'formatted' | 'exact'>('formatted');
  const formatted = useMemo(() => (open ? formatJson(body) : ''), [open, body]);
  const text = form === 'formatted' ? formatted : body;
  const marked = useMemo(() => {
    const span = open && rawLead !== null ? placeInJson(text, rawLead.inBody) : null;
    return span === null || rawLead === null ? null : { ...span, inBody: rawLead.inBody };
  }, [open, rawLead, text]);
  const download = async () => {
    const all = await wholeBody((from) => client.records.body({ id, revision, from }));
    downloadBlob(`${number}-${revision}.json`, all, 'application/json');
  };
  const copy = () =>
    void copyText(body).then((done) => {
      if (done) notify({ tone: 'done', text: t('common.copied') });
    });
  return (
    <Section
      title={t('records.detail.section.raw')}
      {...(rawLead !== null && marked === null && { at: placeInBody(rawLead.inBody) })}
      aside={
        <Button size="small" startIcon={<Braces size={14} />} aria-expanded={open} onClick={toggle}>
          {t(open ? 'records.raw.hide' : 'records.raw.show')}
        </Button>
      }
    >
      {open && (
        <>
          <Box sx={{ display: 'flex', gap: 2, mb: 2 }}>
            <ToggleGroup
              label={t('records.raw.form')}
              value={form}
              options={['formatted', 'exact']}
              labelOf={(option) => t(`records.raw.${option}`)}
              onChange={setForm}
            />
            {!isCut && (
              <Button size="small" onClick={copy}>
                {t('records.raw.copy')}
              </Button>
            )}
            <Button
              size="small"
              startIcon={<Download size={14} />}
              onClick={() => void download().catch(notDone)}
            >
              {t('records.raw.download')}
            </Button>
          </Box>
          {isCut && (
            <Typography variant="caption" component="p" sx={{ mb: 2 }}>
              {t('records.raw.cut', { shown: format.bytes(maxShown), all: format.bytes(bodyBytes) })}
            </Typography>
          )}
          <CodeBlock label={t('records.detail.section.raw')} text={text} marked={marked} />
        </>
      )}
    </Section>
  );
}
