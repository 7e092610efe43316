import Button from '@mui/material/Button';
import { Download } from 'lucide-react';
import { type PolicyColumn, policyColumns } from '#shared/policy-terms.ts';
import * as en from '../app/locale/en.ts';
import * as es from '../app/locale/es.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { csvOf, downloadBlob } from '../components/download-blob.ts';

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

/** A sample row that is plainly not a real policy. */
const sample: Record<PolicyColumn, string> = {
  insurancePolicyNumber: 'POL-MUESTRA-001',
  personTypeId: '2',
  companyTaxId: '',
  companyName: '',
  identification: '001-0000000-9',
  identificationTypeId: '2',
  firstName: 'Persona',
  lastName: 'de Muestra',
  phoneNumber: '809-555-0100',
  displayName: 'Persona de Muestra',
  emailAddress: 'muestra@example.com',
  address: 'Calle de Muestra 1, Santo Domingo',
  vin: 'MUESTRA0000000001',
  makeName: 'Marca',
  modelName: 'Modelo',
  year: '2020',
  coverages: 'COL:Colisión;ROB:Robo',
  accountBalance: '0.00',
  deductibleAmount: '10000.00',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  excluded: 'false',
  premiumUnpaid: 'false',
  vehicleValue: '850000.00',
};

/** A file with all headings, in the current language, and one sample row. */
export const templateFile = (headings: Record<PolicyColumn, string>): string =>
  csvOf([policyColumns.map((column) => headings[column]), policyColumns.map((column) => sample[column])]);
