import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ToggleGroup } from '../components/FormFields.tsx';
import { SettingsPart, useSaveSettings } from './SettingsForm.tsx';

/** Language, theme and density, kept as soon as they are chosen. */
export function AppearanceSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSaveSettings({ isQuiet: true });
  const change = (screen: Partial<Settings['screen']>) => save.mutate({ screen });
  const { screen } = settings;
  return (
    <SettingsPart title={t('settings.section.appearance')} about={t('settings.appearance.about')}>
      <Choice label={t('settings.appearance.language')}>
        <ToggleGroup
          label={t('settings.appearance.language')}
          value={screen.locale}
          options={(['system', 'es', 'en'] as const).map((value) => ({
            value,
            label: t(`settings.appearance.languages.${value}`),
          }))}
          onChange={(locale) => change({ locale })}
        />
      </Choice>
      <Choice label={t('settings.appearance.theme')}>
        <ToggleGroup
          label={t('settings.appearance.theme')}
          value={screen.theme}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: t(`settings.appearance.themes.${value}`),
          }))}
          onChange={(theme) => change({ theme })}
        />
      </Choice>
      <Choice label={t('settings.appearance.density')}>
        <ToggleGroup
          label={t('settings.appearance.density')}
          value={screen.density}
          options={(['compact', 'comfortable'] as const).map((value) => ({
            value,
            label: t(`settings.appearance.densities.${value}`),
          }))}
          onChange={(density) => change({ density })}
        />
      </Choice>
    </SettingsPart>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 500, mb: 1 }} aria-hidden>
        {label}
      </Typography>
      {children}
    </Box>
  );
}
