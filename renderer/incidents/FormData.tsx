import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { Said } from '../records/Facts.tsx';
import { type FormField, formFields, formFieldsOfText, maxFormFields } from './form-data.ts';
import { formLabel, formValue } from './form-words.ts';

/** What the insurer's own form and the incident form hold, readable; a form that is no JSON as the text that it is. */
export function FormData({ report }: { report: IncidentReport }) {
  const { t } = useI18n();
  const text = report.insuranceFormInfoJson?.trim() ?? '';
  const own = useMemo(() => formFieldsOfText(text), [text]);
  const contents = useMemo(() => formFields(report.reportFormContents ?? {}), [report]);
  return (
    <>
      {text !== '' && (own === null || own.length > 0) && (
        <Section title={t('incidents.section.insurerForm')} at="/insuranceFormInfoJson">
          {own === null ? (
            <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          ) : (
            <FormFields fields={own} />
          )}
        </Section>
      )}
      {contents.length > 0 && (
        <Section title={t('incidents.section.form')} at="/reportFormContents">
          <FormFields fields={contents} />
        </Section>
      )}
    </>
  );
}

function FormFields({ fields }: { fields: readonly FormField[] }) {
  const { t, locale } = useI18n();
  return (
    <>
      <Fields>
        {fields.map((field) => (
          <Field
            key={JSON.stringify(field.path)}
            label={formLabel(field.path, locale)}
            wide={typeof field.value === 'string' && field.value.length > 80}
          >
            <FormValue field={field} />
          </Field>
        ))}
      </Fields>
      {fields.length >= maxFormFields && (
        <Typography variant="caption">{t('incidents.form.cut', { count: maxFormFields })}</Typography>
      )}
    </>
  );
}

function FormValue({ field: { value, ...field } }: { field: FormField }) {
  const { t, format } = useI18n();
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  return <Said>{value === null ? null : formValue({ ...field, value }, format)}</Said>;
}
