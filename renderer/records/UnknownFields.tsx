import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { PlainCode } from '../parts/Code.tsx';
import { Field, Fields, Section } from '../parts/Fields.tsx';
import { parsed, resolve } from './pointer.ts';

/** What came beside the documented fields, kept and shown as it is. */
export function UnknownFields({ record }: { record: RecordDetail }) {
  const { t } = useWords();
  const fields = useMemo(() => {
    const body = parsed(record.body);
    return record.findings
      .filter((finding) => finding.code === 'wire.unknownProperty')
      .flatMap((finding) => finding.places)
      .map(({ pointer }) => ({ pointer, value: resolve(body, pointer) }));
  }, [record]);
  if (fields.length === 0) return null;
  return (
    <Section
      title={t('records.detail.section.unknown')}
      aside={<Typography variant="caption">{t('records.unknown.about')}</Typography>}
    >
      <Fields>
        {fields.map(({ pointer, value }) => (
          <Field key={pointer} label={pointer.slice(1).replaceAll('/', ' › ')}>
            {typeof value === 'string' ? (
              value
            ) : (
              <PlainCode value={JSON.stringify(value) ?? t('common.none')} />
            )}
          </Field>
        ))}
      </Fields>
    </Section>
  );
}
