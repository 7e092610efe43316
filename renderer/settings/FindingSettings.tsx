import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PartyRule } from '#shared/contract/records.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TextField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { useAcknowledging } from '../records/AcknowledgeForm.tsx';
import { TextLink } from '../records/Facts.tsx';
import { findingText } from '../records/finding-text.ts';
import { recordPath } from '../records/paths.ts';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { wholeNumber } from './validation.ts';

const percents = [
  'aboveAveragePercent',
  'aboveMaximumPercent',
  'belowMinimumPercent',
  'overInvoicedPercent',
] as const;

type FindingsDraft = Record<(typeof percents)[number] | 'lineTolerance' | 'taxRates', string>;

const draftOf = (saved: Settings['findings']): FindingsDraft => ({
  lineTolerance: saved.lineTolerance,
  taxRates: saved.taxRates.join(', '),
  aboveAveragePercent: String(saved.aboveAveragePercent),
  aboveMaximumPercent: String(saved.aboveMaximumPercent),
  belowMinimumPercent: String(saved.belowMinimumPercent),
  overInvoicedPercent: String(saved.overInvoicedPercent),
});

const changesOf = (draft: FindingsDraft) => ({
  findings: {
    lineTolerance: draft.lineTolerance.trim(),
    taxRates: ratesIn(draft.taxRates),
    aboveAveragePercent: wholeNumber(draft.aboveAveragePercent),
    aboveMaximumPercent: wholeNumber(draft.aboveMaximumPercent),
    belowMinimumPercent: wholeNumber(draft.belowMinimumPercent),
    overInvoicedPercent: wholeNumber(draft.overInvoicedPercent),
  },
});

/** Rates as people write them, "18, 0"; NaN, which the contract does not take, for one that is none. */
const ratesIn = (text: string): number[] =>
  text
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,3}(\.\d{1,2})?$/.test(part) ? Number(part) : Number.NaN));

/** Narrower than the contract, which takes any decimal. */
const isTolerance = (text: string) => /^\d{1,12}(\.\d{1,4})?$/.test(text.trim());

/** From where on findings point a difference out. */
export function FindingSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(draftOf(settings.findings), changesOf);
  const { draft, set } = form;
  const valid = form.valid && isTolerance(draft.lineTolerance);
  return (
    <SettingsPart title={t('settings.section.findings')} about={t('findingSettings.about')}>
      <SaveForm form={{ ...form, valid }}>
        <TextField
          label={t('findingSettings.lineTolerance')}
          value={draft.lineTolerance}
          onChange={(lineTolerance) => set({ ...draft, lineTolerance })}
          code
          width={320}
          helperText={t('findingSettings.lineToleranceHelp')}
          error={isTolerance(draft.lineTolerance) ? null : t('findingSettings.lineToleranceWrong')}
        />
        <TextField
          label={t('findingSettings.taxRates')}
          value={draft.taxRates}
          onChange={(taxRates) => set({ ...draft, taxRates })}
          code
          width={320}
          helperText={t('findingSettings.taxRatesHelp')}
          error={form.isWrong('findings', 'taxRates') ? t('findingSettings.taxRatesWrong') : null}
        />
        {percents.map((name) => (
          <TextField
            key={name}
            label={t(`findingSettings.${name}`)}
            value={draft[name]}
            onChange={(text) => set({ ...draft, [name]: text })}
            code
            width={320}
            error={form.isWrong('findings', name) ? t('findingSettings.percent') : null}
          />
        ))}
        <Alert severity="info">{t('findingSettings.later')}</Alert>
      </SaveForm>
      <PartyRules />
    </SettingsPart>
  );
}

/** What was acknowledged for parties from then on, each with the way to remove it. */
function PartyRules() {
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
      <Typography variant="quiet" sx={{ mt: 1, mb: 3 }}>
        {t('findingSettings.rules.about')}
      </Typography>
      {query.isError && <ErrorState query={query} />}
      {query.isSuccess && rules.length === 0 && (
        <Typography variant="body2">{t('findingSettings.rules.none')}</Typography>
      )}
      <Box component="ul" sx={{ display: 'grid', gap: 3 }}>
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
  const actorName = useActorName();
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
  const [before = '', after = ''] = t('findingSettings.rules.acknowledgedBy', {
    who: actorName(rule.who),
    when: when(rule.at),
    record: '\n',
  }).split('\n');
  return (
    <Box
      component="li"
      sx={{ px: 4, py: 3, borderRadius: 1, border: 1, display: 'flex', gap: 3, alignItems: 'flex-start' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {party} <PlainCode value={rule.partyTaxId} />
        </Typography>
        <Typography variant="body2">{t('findingSettings.rules.example', { finding: label })}</Typography>
        <Typography variant="body2">«{rule.reason}»</Typography>
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {before}
          <TextLink href={recordPath(rule.record.kind, rule.record.id)}>{rule.record.number}</TextLink>
          {after} ·{' '}
          {t(
            rule.heldFor >= maxCount ? 'findingSettings.rules.heldForMany' : 'findingSettings.rules.heldFor',
            { count: rule.heldFor },
          )}
        </Typography>
      </Box>
      <Acts of="supervisor">
        {' '}
        <Button
          size="small"
          disabled={isPending}
          aria-label={t('findingSettings.rules.removeNamed', { party, finding: label })}
          onClick={() => withdraw(rule.id)}
        >
          {t('findingSettings.rules.remove')}
        </Button>
      </Acts>
    </Box>
  );
}

/** The engine counts no further. */
const maxCount = 1000;
