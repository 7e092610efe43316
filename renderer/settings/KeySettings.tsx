import { useI18n } from '../app/locale/i18n.ts';
import { Keys } from './Keys.tsx';
import { SettingsPart } from './SettingsForm.tsx';
import { MarketplaceInstructions } from './Tell.tsx';

/** The marketplace's keys and what goes with them. */
export function KeySettings() {
  const { t } = useI18n();
  return (
    <SettingsPart title={t('settings.section.keys')} about={t('settings.keys.about')}>
      <Keys />
      <MarketplaceInstructions />
    </SettingsPart>
  );
}
