import type { Settings } from '#shared/contract/settings.ts';
import { chooseLook, useLook } from '../app/appearance.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ToggleField } from '../components/FormFields.tsx';
import { useMe } from '../people/me.ts';
import { SettingsPart, useSaveSettings } from './SettingsForm.tsx';

/** Language, theme and density, kept as soon as they are chosen: in an office for this desk alone. */
export function AppearanceSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSaveSettings({ isQuiet: true });
  const isOffice = useMe().data?.isOffice === true;
  const look = useLook();
  const change = (part: Partial<Settings['screen']>) =>
    isOffice ? chooseLook(part) : save.mutate({ screen: part });
  const screen = isOffice ? look : settings.screen;
  return (
    <SettingsPart title={t('settings.section.appearance')} about={t('settings.appearance.about')}>
      <ToggleField
        label={t('settings.appearance.language')}
        value={screen.locale}
        options={['system', 'es', 'en']}
        labelOf={(option) => t(`settings.appearance.languages.${option}`)}
        onChange={(locale) => change({ locale })}
      />
      <ToggleField
        label={t('settings.appearance.theme')}
        value={screen.theme}
        options={['system', 'light', 'dark']}
        labelOf={(option) => t(`settings.appearance.themes.${option}`)}
        onChange={(theme) => change({ theme })}
      />
      <ToggleField
        label={t('settings.appearance.density')}
        value={screen.density}
        options={['compact', 'comfortable']}
        labelOf={(option) => t(`settings.appearance.densities.${option}`)}
        onChange={(density) => change({ density })}
      />
    </SettingsPart>
  );
}
