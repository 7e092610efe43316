import { useId } from 'react';
import { type BackupConfiguration, backupConfiguration } from '#shared/contract/backups.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { SelectField, SwitchField, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { SaveForm, useDraftForm } from '../settings/SettingsForm.tsx';
import { scheduleDraft, withSchedule } from './backup-state.ts';
import { useConfigure } from './use-backups.ts';

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));
const { daily, weekly, monthly } = backupConfiguration.shape.keep.shape;
const kept = { daily, weekly, monthly } as const;
const keptNames = ['daily', 'weekly', 'monthly'] as const;
const { warnAfterDays } = backupConfiguration.shape;

/** When backups are made, how many are kept, and when the last one is called too old. */
export function ScheduleForm({ configuration }: { configuration: BackupConfiguration }) {
  const { t, format } = useI18n();
  const titleId = useId();
  const configure = useConfigure();
  const form = useDraftForm({
    saved: scheduleDraft(configuration),
    check: (draft) => backupConfiguration.safeParse(withSchedule(configuration, draft)),
    mutation: configure,
  });
  const { draft, set } = form;
  const outOfRange = ({ minValue, maxValue }: { minValue: number | null; maxValue: number | null }) =>
    t('backups.schedule.outOfRange', { from: format.count(minValue ?? 0), to: format.count(maxValue ?? 0) });
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 4, pt: 5, borderTop: 1 }}>
      <Typography variant="h3" component="h2" id={titleId}>
        {t('backups.schedule.title')}
      </Typography>
      <SaveForm
        form={form}
        onSave={() => form.save(() => notify({ tone: 'done', text: t('backups.schedule.saved') }))}
      >
        <SwitchField
          label={t('backups.schedule.isOn')}
          helperText={t('backups.schedule.isOnAbout')}
          value={draft.isOn}
          onChange={(isOn) => set({ ...draft, isOn })}
        />
        {draft.isOn && (
          <SelectField
            label={t('backups.schedule.hour')}
            value={draft.hour}
            options={hours}
            // Of this computer's clock, whatever day it is.
            labelOf={(hour) => format.clock(Number(hour))}
            onChange={(hour) => set({ ...draft, hour })}
            width={160}
          />
        )}
        <div>
          <Typography variant="body2" sx={{ fontWeight: 500, mb: 1.5 }}>
            {t('backups.schedule.keep')}
          </Typography>
          <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap' }}>
            {keptNames.map((name) => (
              <TextField
                key={name}
                label={t(`backups.schedule.${name}`)}
                value={draft[name]}
                onChange={(text) => set({ ...draft, [name]: text })}
                maxLength={3}
                width={120}
                error={form.isWrong('keep', name) ? outOfRange(kept[name]) : null}
              />
            ))}
          </Box>
          <Typography variant="caption" component="p" sx={{ mt: 1.5 }}>
            {t('backups.schedule.keepAbout')}
          </Typography>
        </div>
        <TextField
          label={t('backups.schedule.warnAfterDays')}
          value={draft.warnAfterDays}
          onChange={(text) => set({ ...draft, warnAfterDays: text })}
          maxLength={3}
          width={304}
          error={form.isWrong('warnAfterDays') ? outOfRange(warnAfterDays) : null}
        />
      </SaveForm>
    </Box>
  );
}
