import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Braces } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWords } from '../app/locale/i18n.ts';
import { notify } from '../app/notice.ts';
import { Choices } from '../parts/Choices.tsx';
import { copyText } from '../parts/Code.tsx';
import { Section } from '../parts/Fields.tsx';
import { formatJson } from '../parts/format-json.ts';
import { Raw } from '../parts/Raw.tsx';

/** The body that arrived, one click away: laid out to be read, or byte for byte. */
export function RawBody({ body }: { body: string }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<'formatted' | 'exact'>('formatted');
  const formatted = useMemo(() => (open ? formatJson(body) : ''), [open, body]);
  const copy = () =>
    void copyText(body).then((done) => {
      if (done) notify({ tone: 'done', text: t('common.copied') });
    });
  return (
    <Section
      title={t('records.detail.section.raw')}
      aside={
        <Button
          size="small"
          startIcon={<Braces size={14} />}
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          {t(open ? 'records.raw.hide' : 'records.raw.show')}
        </Button>
      }
    >
      {open && (
        <>
          <Box sx={{ display: 'flex', gap: 2, mb: 2 }}>
            <Choices
              label={t('records.raw.form')}
              value={form}
              options={[
                { value: 'formatted', words: t('records.raw.formatted') },
                { value: 'exact', words: t('records.raw.exact') },
              ]}
              onChange={setForm}
            />
            <Button size="small" onClick={copy}>
              {t('records.raw.copy')}
            </Button>
          </Box>
          <Raw label={t('records.detail.section.raw')} text={form === 'formatted' ? formatted : body} />
        </>
      )}
    </Section>
  );
}
