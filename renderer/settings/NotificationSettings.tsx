import Alert from '@mui/material/Alert';
import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useCapability } from '../app/capabilities.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { SwitchField, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { SettingsPart, useSaveSettings } from './SettingsForm.tsx';

const kinds = ['cancellations', 'failures', 'backups'] as const;

/** What the system tells of while nobody looks at Perito, and when it does not; kept as soon as it is chosen. */
export function NotificationSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSaveSettings({ isQuiet: true });
  const isCapable = useCapability('notifications');
  const { notifications } = settings;
  const change = (changes: Partial<Settings['notifications']>) => save.mutate({ notifications: changes });
  return (
    <SettingsPart title={t('settings.section.notifications')} about={t('notifications.about')}>
      {isCapable === false && <Alert severity="info">{t('notifications.inBrowser')}</Alert>}
      {kinds.map((kind) => (
        <SwitchField
          key={kind}
          label={t(`notifications.kinds.${kind}`)}
          helperText={t(`notifications.kindsHelp.${kind}`)}
          value={notifications[kind]}
          onChange={(isOn) => change({ [kind]: isOn })}
        />
      ))}
      <SwitchField
        label={t('notifications.quiet')}
        helperText={t('notifications.quietHelp')}
        value={notifications.quietHours}
        onChange={(quietHours) => change({ quietHours })}
      />
      {notifications.quietHours && (
        <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', alignItems: 'flex-end' }}>
          <TimeField
            label={t('notifications.from')}
            value={notifications.quietFrom}
            onChange={(quietFrom) => change({ quietFrom })}
          />
          <TimeField
            label={t('notifications.until')}
            value={notifications.quietUntil}
            onChange={(quietUntil) => change({ quietUntil })}
          />
          {notifications.quietFrom === notifications.quietUntil && (
            <Typography variant="caption" role="status">
              {t('notifications.quietNever')}
            </Typography>
          )}
        </Box>
      )}
    </SettingsPart>
  );
}

const whole = /^\d{2}:\d{2}$/;

/** A time of the day, `HH:MM`; given on once it is whole. While it is not, it stays as it is typed. */
function TimeField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="time"
      width={140}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(whole.test(text) ? null : text);
        if (whole.test(text) && text !== value) onChange(text);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
