import { useMemo } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { placeInBody } from '../components/field-anchors.ts';
import { parsed, resolve } from './pointer.ts';
import { TechnicalPart } from './TechnicalSection.tsx';

/** Where the fields stand that came beside the documented ones. */
export const unknownPointers = (record: Pick<RecordDetail, 'findings'>): string[] =>
  record.findings
    .filter(({ code }) => code === 'wire.unknownProperty')
    .flatMap(({ places }) => places.map(({ pointer }) => pointer));

/** The beginning of what stands in each, as JSON. */
const unknownValues = (record: Pick<RecordDetail, 'findings'>) =>
  new Map(
    record.findings
      .filter(({ code }) => code === 'wire.unknownProperty')
      .flatMap(({ places }) =>
        places.map(({ pointer, parameters }) => [pointer, parameters['value']] as const),
      ),
  );

/** What came beside the documented fields, kept and shown as it is. */
export function UnknownFields({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const fields = useMemo(() => {
    const pointers = unknownPointers(record);
    // Of a large body only the beginning is here; what is kept of each value then stands in its finding.
    const body = pointers.length === 0 ? undefined : parsed(record.body);
    const said = body === undefined ? unknownValues(record) : null;
    return pointers.map((pointer) => ({
      pointer,
      value: said === null ? resolve(body, pointer) : said.get(pointer),
    }));
  }, [record]);
  if (fields.length === 0) return null;
  return (
    <TechnicalPart title={t('records.detail.section.unknown')}>
      <Fields>
        {fields.map(({ pointer, value }) => (
          <Field key={pointer} label={pointer.slice(1).replaceAll('/', ' › ')} at={placeInBody(pointer)}>
            {typeof value === 'string' ? (
              value
            ) : (
              <PlainCode value={JSON.stringify(value) ?? t('common.none')} />
            )}
          </Field>
        ))}
      </Fields>
    </TechnicalPart>
  );
}
