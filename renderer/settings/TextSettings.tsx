import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Plus, Trash2 } from 'lucide-react';
import { settings as contract, type Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { maxLengthOf } from './validation.ts';

const schema = contract.shape.texts.shape;
const maxRefusals = 20;

/** What the marketplace's users read, and the reasons that the verdict panel offers. */
export function TextSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.texts, (texts) => ({ texts }));
  const { draft, set } = form;
  const setRefusals = (refusals: string[]) => set({ ...draft, refusals });
  const isFull = draft.refusals.length >= maxRefusals;
  const empty = (...path: PropertyKey[]) =>
    form.isWrong('texts', ...path) ? t('settings.texts.empty') : null;
  return (
    <SettingsPart title={t('settings.section.texts')} about={t('settings.texts.about')}>
      <SaveForm form={form}>
        {(['inReview', 'unknownOrder', 'approved'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`settings.texts.${name}`)}
            value={draft[name]}
            onChange={(text) => set({ ...draft, [name]: text })}
            rows={2}
            {...maxLengthOf(schema[name])}
            error={empty(name)}
          />
        ))}
        <Box component="section" aria-labelledby="refusals-title" sx={{ display: 'grid', gap: 3 }}>
          <Typography variant="h3" component="h2" id="refusals-title">
            {t('settings.texts.refusals')}
          </Typography>
          {draft.refusals.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reasons are known by their place, as their labels say, and the fields keep nothing
            <Box key={index} sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
              <TextField
                label={t('settings.texts.refusal', { number: index + 1 })}
                value={reason}
                onChange={(text) => setRefusals(draft.refusals.with(index, text))}
                {...maxLengthOf(schema.refusals.element)}
                error={empty('refusals', index)}
              />
              <IconButton
                aria-label={t('settings.texts.remove', { number: index + 1 })}
                onClick={() => setRefusals(draft.refusals.toSpliced(index, 1))}
              >
                <Trash2 size={16} />
              </IconButton>
            </Box>
          ))}
          <Box>
            <Button
              startIcon={<Plus size={14} />}
              disabled={isFull}
              onClick={() => setRefusals([...draft.refusals, ''])}
            >
              {isFull ? t('settings.texts.full') : t('settings.texts.add')}
            </Button>
          </Box>
        </Box>
      </SaveForm>
    </SettingsPart>
  );
}
