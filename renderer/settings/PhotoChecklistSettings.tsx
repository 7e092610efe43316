import Checkbox from '@mui/material/Checkbox';
import type { Settings } from '#shared/contract/settings.ts';
import { type IncidentTypeName, incidentTypeNames } from '#shared/policy-terms.ts';
import { type PhotoView, photoViews } from '#shared/rules/photo-checklist.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';

/** Which photos are asked for at each incident type: a row a photo, a column a type. */
export function PhotoChecklistSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.photoChecklist, (photoChecklist) => ({ photoChecklist }));
  const { draft, set } = form;
  const toggle = (type: IncidentTypeName, view: PhotoView) => {
    const asked = new Set(draft[type]);
    if (!asked.delete(view)) asked.add(view);
    set({ ...draft, [type]: photoViews.filter((one) => asked.has(one)) });
  };
  return (
    <SettingsPart title={t('settings.section.photoChecklist')} about={t('photoChecklist.settings.about')}>
      <SaveForm form={form}>
        <Box
          component="table"
          aria-label={t('settings.section.photoChecklist')}
          sx={{
            borderCollapse: 'collapse',
            typography: 'body2',
            '& th': { textAlign: 'left', fontWeight: 500, py: 1 },
            '& thead th:not(:first-of-type), & td': { textAlign: 'center', px: 1 },
            '& tbody tr': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <thead>
            <tr>
              <th scope="col">{t('photoChecklist.settings.photo')}</th>
              {incidentTypeNames.map((type) => (
                <th key={type} scope="col">
                  {t(`incidents.type.${type}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {photoViews.map((view) => (
              <tr key={view}>
                <th scope="row">{t(`photoChecklist.view.${view}`)}</th>
                {incidentTypeNames.map((type) => (
                  <td key={type}>
                    <Checkbox
                      size="small"
                      checked={draft[type].includes(view)}
                      onChange={() => toggle(type, view)}
                      slotProps={{
                        input: {
                          'aria-label': t('photoChecklist.settings.asked', {
                            view: t(`photoChecklist.view.${view}`),
                            type: t(`incidents.type.${type}`),
                          }),
                        },
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </SaveForm>
    </SettingsPart>
  );
}
