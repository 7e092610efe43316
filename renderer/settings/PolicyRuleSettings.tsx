import { settings as contract, type Settings } from '#shared/contract/settings.ts';
import { type PolicyRule, policyRules as rules } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { SwitchField, TextField, ToggleGroup } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { maxLengthOf } from './validation.ts';

type Rules = Settings['policyRules'];

/** That something was not checked is no error. */
const severitiesOf = (rule: PolicyRule) =>
  rule === 'coverNotChecked' ? (['info', 'warning'] as const) : (['info', 'warning', 'error'] as const);

/** What the marketplace's user is told about a vehicle, rule by rule. */
export function PolicyRuleSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.policyRules, (policyRules) => ({ policyRules }));
  const { draft, set } = form;
  const change = (rule: keyof Rules, part: Partial<Rules[keyof Rules]>) =>
    set({ ...draft, [rule]: { ...draft[rule], ...part } });
  return (
    <SettingsPart title={t('settings.section.policyRules')} about={t('policies.settings.rules.about')}>
      <SaveForm form={form}>
        {rules.map((rule) => (
          <Box
            key={rule}
            component="section"
            aria-label={t(`policies.rule.${rule}`)}
            sx={{ p: 4, borderRadius: 1, border: 1, display: 'grid', gap: 3 }}
          >
            <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start', flexWrap: 'wrap' }}>
              <Box sx={{ flex: 1, minWidth: 260 }}>
                {rule === 'coverNotChecked' ? (
                  <>
                    <Typography variant="body1" sx={{ fontWeight: 500 }}>
                      {t(`policies.rule.${rule}`)}
                    </Typography>
                    <Typography variant="caption">{t(`policies.settings.rules.when.${rule}`)}</Typography>
                  </>
                ) : (
                  <SwitchField
                    label={t(`policies.rule.${rule}`)}
                    helperText={t(`policies.settings.rules.when.${rule}`)}
                    value={draft[rule].on}
                    onChange={(on) => change(rule, { on })}
                  />
                )}
              </Box>
              <ToggleGroup
                label={t('policies.settings.rules.severity', { rule: t(`policies.rule.${rule}`) })}
                value={draft[rule].severity}
                options={severitiesOf(rule)}
                labelOf={(option) => t(`policies.severity.${option}`)}
                onChange={(severity) => change(rule, { severity })}
              />
            </Box>
            <TextField
              label={t('policies.settings.rules.text')}
              value={draft[rule].text}
              onChange={(text) => change(rule, { text })}
              rows={2}
              {...maxLengthOf(contract.shape.policyRules.shape[rule].shape.text)}
              error={form.isWrong('policyRules', rule, 'text') ? t('policies.settings.rules.empty') : null}
            />
          </Box>
        ))}
      </SaveForm>
    </SettingsPart>
  );
}
