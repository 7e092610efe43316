import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PartyRule } from '#shared/contract/records.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { recordPath } from '../claims/paths.ts';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TextField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { useAcknowledging } from '../records/AcknowledgeForm.tsx';
import { Go } from '../records/Facts.tsx';
import { findingText } from '../records/finding-text.ts';
import { SaveForm, SettingsPart, useDraft, useSave } from './SettingsForm.tsx';
import { wholeNumber } from './validation.ts';

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

/** What was acknowledged for parties from then on, each with the way to remove it. */
export function PartyRules() {
  const { t } = useI18n();
  const api = useApi();
  const query = useInfiniteQuery(
    api.records.partyRules.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const rules = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Box component="section" aria-label={t('findingSettings.rules.title')} sx={{ mt: 4 }}>
      <Typography variant="h2">{t('findingSettings.rules.title')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1, mb: 3 }}>
        {t('findingSettings.rules.about')}
      </Typography>
      {query.isError && <ErrorState query={query} />}
      {query.isSuccess && rules.length === 0 && (
        <Typography variant="body2">{t('findingSettings.rules.none')}</Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </Box>
      {query.hasNextPage && (
        <Button
          size="small"
          variant="text"
          sx={{ mt: 2 }}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('common.more')}
        </Button>
      )}
    </Box>
  );
}

/** A party's: for whom, what kind of finding, why, and how much it holds for. */
function Rule({ rule }: { rule: PartyRule }) {
  const { t, format } = useI18n();
  const who = useActorName();
  const when = useWhen();
  const { withdraw, isPending } = useAcknowledging(rule.record);
  const party = rule.partyName === null || rule.partyName === '' ? rule.partyTaxId : rule.partyName;
  const label = findingText(
    {
      id: rule.id,
      code: rule.code,
      revision: 1,
      severity: 'info',
      ...rule.example,
      places: [rule.example],
      count: 1,
      amount: null,
      acknowledgement: null,
    },
    { t, format },
  );
  const [before = '', after = ''] = t('findingSettings.rules.given', {
    who: who(rule.who),
    when: when(rule.at),
    record: '\n',
  }).split('\n');
  return (
    <Box
      component="li"
      sx={(theme) => ({
        px: 4,
        py: 3,
        borderRadius: 1,
        border: `1px solid ${theme.perito.scheme.line}`,
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {party} <PlainCode value={rule.partyTaxId} />
        </Typography>
        <Typography variant="body2">{t('findingSettings.rules.like', { finding: label })}</Typography>
        <Typography variant="body2">«{rule.reason}»</Typography>
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {before}
          <Go href={recordPath(rule.record.kind, rule.record.id)}>{rule.record.number}</Go>
          {after} ·{' '}
          {t(
            rule.heldFor >= maxCount ? 'findingSettings.rules.heldForMany' : 'findingSettings.rules.heldFor',
            { count: rule.heldFor },
          )}
        </Typography>
      </Box>
      <Button
        size="small"
        disabled={isPending}
        aria-label={t('findingSettings.rules.removeNamed', { party, finding: label })}
        onClick={() => withdraw(rule.id)}
      >
        {t('findingSettings.rules.remove')}
      </Button>
    </Box>
  );
}

/** The engine counts no further. */
const maxCount = 1000;
