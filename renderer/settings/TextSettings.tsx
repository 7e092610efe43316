import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Plus, Trash2 } from 'lucide-react';
import type { Settings } from '#shared/contract/settings.ts';
import { maxResponseText } from '../app/limits.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';
import { SaveForm, SettingsPart, useDraft, useSave } from './SettingsForm.tsx';

const refusalLimit = 20;

/** What the marketplace's users read, and the reasons that the verdict panel offers. */
export function TextSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const save = useSave();
  const was = settings.texts;
  const [texts, setTexts] = useDraft({
    inReview: was.inReview,
    unknownOrder: was.unknownOrder,
    approved: was.approved,
  });
  const [reasons, setReasons] = useDraft(was.refusals);
  const refusals = reasons.map((reason) => reason.trim());
  const changed =
    texts.inReview !== was.inReview ||
    texts.unknownOrder !== was.unknownOrder ||
    texts.approved !== was.approved ||
    refusals.length !== was.refusals.length ||
    refusals.some((text, index) => text !== was.refusals[index]);
  const valid =
    texts.inReview.trim() !== '' && texts.unknownOrder.trim() !== '' && refusals.every((text) => text !== '');
  const empty = (text: string) => (text.trim() === '' ? t('settings.texts.empty') : null);
  return (
    <SettingsPart title={t('settings.section.texts')} about={t('settings.texts.about')}>
      <SaveForm
        changed={changed}
        valid={valid}
        pending={save.isPending}
        onSave={() => {
          setReasons(refusals);
          save.mutate({ texts: { ...texts, refusals } });
        }}
      >
        {(['inReview', 'unknownOrder', 'approved'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`settings.texts.${name}`)}
            value={texts[name]}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
            rows={2}
            maxLength={maxResponseText}
            wrong={name === 'approved' ? null : empty(texts[name])}
          />
        ))}
        <Box component="section" aria-labelledby="refusals-title" sx={{ display: 'grid', gap: 3 }}>
          <Typography variant="h3" component="h2" id="refusals-title">
            {t('settings.texts.refusals')}
          </Typography>
          {reasons.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reasons are known by their place, as their labels say, and the fields keep nothing
            <Box key={index} sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
              <TextField
                label={t('settings.texts.refusal', { number: index + 1 })}
                value={reason}
                onChange={(text) => setReasons(reasons.with(index, text))}
                maxLength={maxResponseText}
                wrong={empty(reason)}
              />
              <IconButton
                aria-label={t('settings.texts.remove', { number: index + 1 })}
                onClick={() => setReasons(reasons.toSpliced(index, 1))}
              >
                <Trash2 size={16} />
              </IconButton>
            </Box>
          ))}
          <Box>
            <Button
              startIcon={<Plus size={14} />}
              disabled={reasons.length >= refusalLimit}
              onClick={() => setReasons([...reasons, ''])}
            >
              {reasons.length >= refusalLimit ? t('settings.texts.full') : t('settings.texts.add')}
            </Button>
          </Box>
        </Box>
      </SaveForm>
    </SettingsPart>
  );
}
