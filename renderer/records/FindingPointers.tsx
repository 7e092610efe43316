import type { Finding } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { TechnicalPart } from './TechnicalSection.tsx';

/** Where findings stand in the JSON received, by their codes: for whoever reports a fault to the marketplace. */
export function FindingPointers({ findings }: { findings: readonly Finding[] }) {
  const { t } = useI18n();
  if (findings.length === 0) return null;
  return (
    <TechnicalPart title={t('records.findings.places')}>
      <Fields>
        {findings.map(({ id, code, places }) => {
          const pointers = places.map(({ pointer }) => (pointer === '' ? '/' : pointer)).join(' ');
          return (
            <Field key={id} label={code} wide={pointers.length > 40}>
              <Code value={pointers} what={code} />
            </Field>
          );
        })}
      </Fields>
    </TechnicalPart>
  );
}
