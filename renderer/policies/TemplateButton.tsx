import Button from '@mui/material/Button';
import { Download } from 'lucide-react';
import { en } from '../app/locale/en.ts';
import { es } from '../app/locale/es.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { downloadBlob } from '../components/download-blob.ts';
import { templateFile } from './template.ts';

/** Downloads a file with the headings and one sample row. */
export function TemplateButton() {
  const { t, locale } = useI18n();
  const headings = (locale === 'en' ? en : es).policies.column;
  return (
    <Button
      startIcon={<Download size={14} />}
      onClick={() =>
        downloadBlob(
          locale === 'es' ? 'plantilla-polizas.csv' : 'policy-template.csv',
          [templateFile(headings)],
          'text/csv;charset=utf-8',
        )
      }
    >
      {t('policies.empty.template')}
    </Button>
  );
}
