import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { PolicyFields } from '#shared/contract/policies.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Section } from '../components/Fields.tsx';
import {
  SelectField,
  SwitchField,
  TextField,
  type TextInputProps,
  ToggleGroup,
} from '../components/FormFields.tsx';
import { CoverageFields } from './CoverageFields.tsx';
import { isYes } from './yes-no.ts';

type Props = {
  fields: PolicyFields;
  onChange: (changes: PolicyFields) => void;
  wrong: (column: PolicyColumn) => string | null;
};
type GroupsProps = Props & {
  onCoverages: (text: string, isRight: boolean) => void;
  /** What is odd about a field, and can be kept all the same. */
  odd: (column: PolicyColumn) => string | null;
  onLeave: (column: PolicyColumn) => void;
};
type Look = Partial<Pick<TextInputProps, 'help' | 'code' | 'type' | 'maxLength'>>;

/** The fields by what they are about. */
export function PolicyFormGroups({ fields, onChange, onCoverages, wrong, odd, onLeave }: GroupsProps) {
  const { t } = useI18n();
  const input = (column: PolicyColumn, look: Look = {}) => (
    <TextField
      key={column}
      label={t(`policies.column.${column}`)}
      value={fields[column] ?? ''}
      onChange={(text) => onChange({ [column]: text })}
      wrong={wrong(column)}
      odd={odd(column)}
      onBlur={() => onLeave(column)}
      {...look}
    />
  );
  const yes = (column: 'excluded' | 'premiumUnpaid') => (
    <SwitchField
      label={t(`policies.column.${column}`)}
      about={wrong(column) ?? t(`policies.help.${column}`)}
      value={isYes(fields[column])}
      onChange={(on) => onChange({ [column]: String(on) })}
    />
  );
  return (
    <>
      <Section title={t('policies.group.owner')}>
        <Typography variant="caption" component="p" sx={{ mt: -2, mb: 3 }}>
          {t('policies.group.ownerHelp')}
        </Typography>
        <Grid>
          {input('insurancePolicyNumber', { code: true, maxLength: 100 })}
          <PersonType fields={fields} onChange={onChange} wrong={wrong} />
        </Grid>
        <Grid>
          {fields.personTypeId === '1' ? (
            <>
              {input('companyName')}
              {input('companyTaxId', { code: true })}
            </>
          ) : (
            <>
              {input('firstName')}
              {input('lastName')}
              <IdentificationType fields={fields} onChange={onChange} wrong={wrong} />
              {input('identification', { code: true })}
            </>
          )}
          {input('displayName', { help: t('policies.help.displayName') })}
          {input('phoneNumber')}
          {input('emailAddress', { type: 'email' })}
          {input('address')}
        </Grid>
      </Section>
      <Section title={t('policies.group.vehicle')}>
        <Grid>
          {input('vin', { code: true, maxLength: 50 })}
          {input('makeName')}
          {input('modelName')}
          {input('year', { maxLength: 4 })}
        </Grid>
      </Section>
      <Section title={t('policies.group.coverages')}>
        <CoverageFields value={fields.coverages ?? ''} onChange={onCoverages} wrong={wrong('coverages')} />
      </Section>
      <Section title={t('policies.group.period')}>
        <Grid>
          {input('validFrom', { type: 'date', help: t('policies.help.noDay') })}
          {input('validTo', { type: 'date', help: t('policies.help.noDay') })}
        </Grid>
      </Section>
      <Section title={t('policies.group.money')}>
        <Grid>
          {input('accountBalance', { code: true, help: t('policies.help.amount') })}
          {input('deductibleAmount', { code: true, help: t('policies.help.amount') })}
        </Grid>
      </Section>
      <Section title={t('policies.group.states')}>
        <Grid>
          {yes('excluded')}
          {yes('premiumUnpaid')}
        </Grid>
      </Section>
    </>
  );
}

const Grid = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
      gap: 4,
      maxWidth: 800,
      '& + &': { mt: 4 },
    }}
  >
    {children}
  </Box>
);

function PersonType({ fields, onChange, wrong }: Props) {
  const { t } = useI18n();
  const label = t('policies.column.personTypeId');
  const problem = wrong('personTypeId');
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 500, mb: 1 }} aria-hidden>
        {label}
      </Typography>
      <ToggleGroup
        label={label}
        value={fields.personTypeId ?? ''}
        options={(['1', '2'] as const).map((value) => ({ value, label: t(`policies.personType.${value}`) }))}
        onChange={(personTypeId) => onChange({ personTypeId })}
      />
      {problem !== null && (
        <Typography variant="caption" component="p" sx={{ color: 'error.main', mt: 1 }}>
          {problem}
        </Typography>
      )}
    </Box>
  );
}

function IdentificationType({ fields, onChange, wrong }: Props) {
  const { t } = useI18n();
  const is = fields.identificationTypeId ?? '';
  return (
    <SelectField
      label={t('policies.column.identificationTypeId')}
      value={is === '1' || is === '2' || is === '3' ? is : ''}
      options={[
        ...(['2', '1', '3'] as const).map((value) => ({
          value,
          label: t(`policies.identificationType.${value}`),
        })),
        { value: '', label: t('policies.form.identificationNone') },
      ]}
      onChange={(identificationTypeId) => onChange({ identificationTypeId })}
      wrong={wrong('identificationTypeId')}
    />
  );
}
