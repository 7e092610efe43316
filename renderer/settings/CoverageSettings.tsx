import { useI18n } from '../app/locale/i18n.ts';
import { CoverageAssignment } from '../policies/CoverageAssignment.tsx';
import { SettingsPart } from './SettingsForm.tsx';

/** Which coverages of the book cover each type of incident. */
export function CoverageSettings() {
  const { t } = useI18n();
  return (
    <SettingsPart title={t('settings.section.coverages')} about={t('policies.settings.coverage.about')}>
      <CoverageAssignment />
    </SettingsPart>
  );
}
