import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PolicyFields } from '#shared/contract/policies.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Section } from '../components/Fields.tsx';
import {
  SelectField,
  SwitchField,
  TextField,
  type TextFieldProps,
  ToggleField,
} from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';

type Props = {
  fields: PolicyFields;
  onChange: (changes: PolicyFields) => void;
  errorOf: (column: PolicyColumn) => string | null;
};
type GroupsProps = Props & {
  onCoverages: (text: string, isRight: boolean) => void;
  /** The warning of a field, which can be saved all the same. */
  warningOf: (column: PolicyColumn) => string | null;
  onLeave: (column: PolicyColumn) => void;
};
type InputOptions = Partial<Pick<TextFieldProps, 'helperText' | 'code' | 'type' | 'maxLength'>>;

/** The form's fields in groups. */
export function PolicyFormGroups({
  fields,
  onChange,
  onCoverages,
  errorOf,
  warningOf,
  onLeave,
}: GroupsProps) {
  const { t } = useI18n();
  const input = (column: PolicyColumn, options: InputOptions = {}) => (
    <TextField
      key={column}
      label={t(`policies.column.${column}`)}
      value={fields[column] ?? ''}
      onChange={(text) => onChange({ [column]: text })}
      error={errorOf(column)}
      warning={warningOf(column)}
      onBlur={() => onLeave(column)}
      {...options}
    />
  );
  const yes = (column: 'excluded' | 'premiumUnpaid') => (
    <SwitchField
      label={t(`policies.column.${column}`)}
      helperText={errorOf(column) ?? t(`policies.help.${column}`)}
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
          <PersonType fields={fields} onChange={onChange} errorOf={errorOf} />
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
              <IdentificationType fields={fields} onChange={onChange} errorOf={errorOf} />
              {input('identification', { code: true })}
            </>
          )}
          {input('displayName', { helperText: t('policies.help.displayName') })}
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
        <CoverageFields
          value={fields.coverages ?? ''}
          onChange={onCoverages}
          errorOf={errorOf('coverages')}
        />
      </Section>
      <Section title={t('policies.group.period')}>
        <Grid>
          {input('validFrom', { type: 'date', helperText: t('policies.help.noDay') })}
          {input('validTo', { type: 'date', helperText: t('policies.help.noDay') })}
        </Grid>
      </Section>
      <Section title={t('policies.group.money')}>
        <Grid>
          {input('accountBalance', { code: true, helperText: t('policies.help.amount') })}
          {input('deductibleAmount', { code: true, helperText: t('policies.help.amount') })}
          {input('vehicleValue', { code: true, helperText: t('policies.help.vehicleValue') })}
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

function PersonType({ fields, onChange, errorOf }: Props) {
  const { t } = useI18n();
  const problem = errorOf('personTypeId');
  return (
    <ToggleField<string>
      label={t('policies.column.personTypeId')}
      value={fields.personTypeId ?? ''}
      options={['1', '2']}
      labelOf={(option) => t(option === '1' ? 'policies.personType.1' : 'policies.personType.2')}
      onChange={(personTypeId) => onChange({ personTypeId })}
    >
      {problem !== null && (
        <Typography variant="caption" component="p" sx={{ color: 'error.main', mt: 1 }}>
          {problem}
        </Typography>
      )}
    </ToggleField>
  );
}

function IdentificationType({ fields, onChange, errorOf }: Props) {
  const { t } = useI18n();
  const is = fields.identificationTypeId ?? '';
  return (
    <SelectField
      label={t('policies.column.identificationTypeId')}
      value={is === '1' || is === '2' || is === '3' ? is : ''}
      options={['2', '1', '3', '']}
      labelOf={(option) =>
        option === '' ? t('policies.form.identificationNone') : t(`policies.identificationType.${option}`)
      }
      onChange={(identificationTypeId) => onChange({ identificationTypeId })}
      error={errorOf('identificationTypeId')}
    />
  );
}

type Line = CoverageLine & { id: number };
let last = 0;
const linesOf = (text: string): Line[] => readCoverages(text).map((line) => ({ ...line, id: ++last }));

type CoverageFieldsProps = {
  value: string;
  /** `isRight`: the text can be parsed back into the same lines. */
  onChange: (text: string, isRight: boolean) => void;
  errorOf: string | null;
};

/** The coverages as lines of code and name. */
function CoverageFields({ value, onChange, errorOf }: CoverageFieldsProps) {
  const { t } = useI18n();
  const [lines, setLines] = useState(() => linesOf(value));
  const put = (next: Line[]) => {
    setLines(next);
    onChange(
      writeCoverages(next),
      next.every((line) => coverageFault(line) === null),
    );
  };
  const change = (id: number, part: Partial<CoverageLine>) =>
    put(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 800 }}>
      {lines.length > 0 && (
        <Box aria-hidden sx={columns}>
          <Typography variant="caption">{t('policies.coverage.codeHead')}</Typography>
          <Typography variant="caption">{t('policies.coverage.nameHead')}</Typography>
        </Box>
      )}
      {lines.map((line, index) => {
        const fault = coverageFault(line);
        const number = index + 1;
        return (
          <Box key={line.id}>
            <Box sx={columns}>
              <OutlinedInput
                value={line.code}
                onChange={(event) => change(line.id, { code: event.target.value })}
                error={fault === 'codeMissing' || fault === 'codeSign'}
                inputProps={{ 'aria-label': t('policies.coverage.code', { number }), maxLength: 40 }}
                sx={{ fontFamily: 'code', fontSize: 13 }}
              />
              <OutlinedInput
                value={line.name}
                onChange={(event) => change(line.id, { name: event.target.value })}
                error={fault === 'nameSign'}
                inputProps={{ 'aria-label': t('policies.coverage.name', { number }), maxLength: 200 }}
              />
              <IconButton
                aria-label={t('policies.coverage.remove', { number })}
                onClick={() => put(lines.filter(({ id }) => id !== line.id))}
              >
                <Trash2 size={16} />
              </IconButton>
            </Box>
            {fault !== null && (
              <FormHelperText error>
                {t(fault === 'codeMissing' ? 'policies.coverage.codeMissing' : 'policies.coverage.sign')}
              </FormHelperText>
            )}
          </Box>
        );
      })}
      {errorOf !== null && <FormHelperText error>{errorOf}</FormHelperText>}
      <Box>
        <Button
          startIcon={<Plus size={14} />}
          onClick={() => setLines([...lines, { code: '', name: '', id: ++last }])}
        >
          {t('policies.coverage.add')}
        </Button>
      </Box>
    </Box>
  );
}

const columns = {
  display: 'grid',
  gridTemplateColumns: 'minmax(96px, 160px) 1fr 30px',
  gap: 2,
  alignItems: 'center',
} as const;

/** Coverages of a flat row: `CODE:Name;CODE:Name`. */
type CoverageLine = { code: string; name: string };

export function readCoverages(text: string): CoverageLine[] {
  return text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const at = part.indexOf(':');
      return at < 0
        ? { code: part.trim(), name: '' }
        : { code: part.slice(0, at).trim(), name: part.slice(at + 1).trim() };
    });
}

/** Empty lines are left out. */
export const writeCoverages = (lines: readonly CoverageLine[]): string =>
  lines
    .filter(({ code, name }) => code.trim() !== '' || name.trim() !== '')
    .map(({ code, name }) => `${code.trim()}:${name.trim()}`)
    .join(';');

/** The problem that keeps a line from being parsed back; null where there is none. */
export function coverageFault({ code, name }: CoverageLine): 'codeMissing' | 'codeSign' | 'nameSign' | null {
  if (code.trim() === '' && name.trim() !== '') return 'codeMissing';
  if (/[:;]/.test(code)) return 'codeSign';
  return name.includes(';') ? 'nameSign' : null;
}

/** Whether a flat row's text means yes. */
export const isYes = (text: string | undefined): boolean =>
  /^(true|1|x|y|yes|s|s[ií]|verdadero)$/i.test((text ?? '').trim());
