import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Field, Fields, Section } from '../parts/Fields.tsx';
import { type FormField, formFieldLimit, formFields, formFieldsOfText } from './form-data.ts';

/** What the insurer's own form and the incident form hold, readable; a form that is no JSON as the text that it is. */
export function FormData({ report }: { report: IncidentReport }) {
  const { t } = useWords();
  const text = report.insuranceFormInfoJson?.trim() ?? '';
  const own = useMemo(() => formFieldsOfText(text), [text]);
  const contents = useMemo(() => formFields(report.reportFormContents ?? {}), [report]);
  return (
    <>
      {text !== '' && (own === null || own.length > 0) && (
        <Section title={t('incidents.section.insurerForm')}>
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
        <Section title={t('incidents.section.form')}>
          <FormFields fields={contents} />
        </Section>
      )}
    </>
  );
}

function FormFields({ fields }: { fields: readonly FormField[] }) {
  const { t } = useWords();
  const words = (value: FormField['value']) => {
    if (value === null || value === '') return t('common.none');
    if (typeof value === 'boolean') return t(value ? 'incidents.form.yes' : 'incidents.form.no');
    return value;
  };
  return (
    <>
      <Fields>
        {fields.map((field) => (
          <Field
            key={field.path}
            label={field.path}
            wide={typeof field.value === 'string' && field.value.length > 80}
          >
            {words(field.value)}
          </Field>
        ))}
      </Fields>
      {fields.length >= formFieldLimit && (
        <Typography variant="caption">{t('incidents.form.cut', { count: formFieldLimit })}</Typography>
      )}
    </>
  );
}
