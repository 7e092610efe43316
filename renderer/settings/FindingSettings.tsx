import Alert from '@mui/material/Alert';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { wholeNumber } from './address.ts';
import { PartyRules } from './PartyRules.tsx';
import { SaveForm, SettingsPart } from './SettingsForm.tsx';
import { useDraft } from './useDraft.ts';
import { useSave } from './useSave.ts';

const percents = [
  'aboveAveragePercent',
  'aboveMaximumPercent',
  'belowMinimumPercent',
  'overInvoicedPercent',
] as const;

/** Rates as people write them, "18, 0"; null where one of them is no percent, or there is none. */
function ratesIn(text: string): number[] | null {
  const rates = text.split(/[,;\s]+/).filter((part) => part !== '');
  const isPercent = (part: string) => /^\d{1,3}(\.\d{1,2})?$/.test(part) && Number(part) <= 100;
  return rates.length > 0 && rates.length <= 10 && rates.every(isPercent) ? rates.map(Number) : null;
}

const isAmount = (text: string) => /^\d{1,12}(\.\d{1,4})?$/.test(text.trim());

/** From where on findings point a difference out. */
export function FindingSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSave();
  const was = settings.findings;
  const [tolerance, setTolerance] = useDraft(was.lineTolerance);
  const [draft, setDraft] = useDraft({
    aboveAveragePercent: String(was.aboveAveragePercent),
    aboveMaximumPercent: String(was.aboveMaximumPercent),
    belowMinimumPercent: String(was.belowMinimumPercent),
    overInvoicedPercent: String(was.overInvoicedPercent),
  });
  const [rates, setRates] = useDraft(was.taxRates.join(', '));
  const taxRates = ratesIn(rates);
  const numberOf = (name: (typeof percents)[number]) => wholeNumber(draft[name], 0, 1000);
  const valid = isAmount(tolerance) && taxRates !== null && percents.every((name) => numberOf(name) !== null);
  const changed =
    tolerance.trim() !== was.lineTolerance ||
    (taxRates !== null && taxRates.join() !== was.taxRates.join()) ||
    percents.some((name) => numberOf(name) !== was[name]);
  const keep = () => {
    const wanted = { ...was, lineTolerance: tolerance.trim(), taxRates: taxRates ?? was.taxRates };
    for (const name of percents) wanted[name] = numberOf(name) ?? was[name];
    save.mutate({ findings: wanted });
  };
  return (
    <SettingsPart title={t('settings.section.findings')} about={t('findingSettings.about')}>
      <SaveForm changed={changed} valid={valid} pending={save.isPending} onSave={keep}>
        <TextField
          label={t('findingSettings.lineTolerance')}
          value={tolerance}
          onChange={setTolerance}
          code
          width={320}
          help={t('findingSettings.lineToleranceHelp')}
          wrong={isAmount(tolerance) ? null : t('findingSettings.lineToleranceWrong')}
        />
        <TextField
          label={t('findingSettings.taxRates')}
          value={rates}
          onChange={setRates}
          code
          width={320}
          help={t('findingSettings.taxRatesHelp')}
          wrong={taxRates === null ? t('findingSettings.taxRatesWrong') : null}
        />
        {percents.map((name) => (
          <TextField
            key={name}
            label={t(`findingSettings.${name}`)}
            value={draft[name]}
            onChange={(text) => setDraft({ ...draft, [name]: text })}
            code
            width={320}
            wrong={numberOf(name) === null ? t('findingSettings.percent') : null}
          />
        ))}
        <Alert severity="info">{t('findingSettings.later')}</Alert>
      </SaveForm>
      <PartyRules />
    </SettingsPart>
  );
}
