import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useKeyName } from '../app/key-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { genderOf } from './gender.ts';

type Props = { record: RecordDetail; chosen: number | null; onRevision: (revision: number | null) => void };

/** Every form in which the record came; any of them can be shown above. */
export function Revisions({ record, chosen, onRevision }: Props) {
  const { t, format } = useI18n();
  const when = useWhen();
  const keyName = useKeyName();
  const shown = chosen ?? record.revisions.reduce((top, one) => Math.max(top, one.revision), 1);
  const current = record.revisions.find((one) => one.revision === shown);
  const latest = Math.max(...record.revisions.map((one) => one.revision));
  return (
    <Section title={t('records.detail.section.revisions')}>
      {record.revisions.length < 2 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
          {t('records.revisions.one')}
        </Typography>
      ) : (
        <Select
          size="small"
          value={String(shown)}
          onChange={(event) =>
            onRevision(Number(event.target.value) === latest ? null : Number(event.target.value))
          }
          inputProps={{ 'aria-label': t('records.revisions.choose') }}
          sx={{ mb: 3, minWidth: 260 }}
        >
          {record.revisions.map((one) => (
            <MenuItem key={one.revision} value={String(one.revision)}>
              {t('records.revisions.item', { revision: one.revision, when: when(one.receivedAt) })}
              {one.revision === latest && ` (${t('records.revisions.latest')})`}
            </MenuItem>
          ))}
        </Select>
      )}
      {current !== undefined && (
        <Fields>
          <Field label={t(`records.of.${genderOf[record.kind]}.received`)}>
            {format.exact(current.receivedAt)}
          </Field>
          <Field label={t('records.revisions.key')}>{keyName(current.keyLabel)}</Field>
          <Field label={t('records.revisions.size')}>{format.bytes(current.bytes)}</Field>
        </Fields>
      )}
    </Section>
  );
}

/** Says that an older form is on the screen, where nobody can miss it. */
export function RevisionBand({ record, chosen, onRevision }: Props) {
  const { t } = useI18n();
  if (chosen === null) return null;
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 3 }}>
      <Alert
        severity="warning"
        action={
          <Button size="small" onClick={() => onRevision(null)}>
            {t('records.revisions.showLatest')}
          </Button>
        }
      >
        {t('records.revisions.older', { revision: chosen, count: record.revisions.length })}
      </Alert>
    </Box>
  );
}
