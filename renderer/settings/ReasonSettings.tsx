import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { Reason, Settings } from '#shared/contract/settings.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from './SettingsForm.tsx';
import { maxReasonLength, maxReasons, reasonsWithCodes } from './validation.ts';

const lists = ['refuse', 'hold', 'dispute'] as const;
type ListName = (typeof lists)[number];

/** Why a cancellation is refused and an invoice held or disputed: what is offered, in which order, in both languages. */
export function ReasonSettings({ settings }: { settings: Settings }) {
  const { t } = useI18n();
  const form = useSettingsForm(settings.reasons, (draft) => ({ reasons: reasonsWithCodes(draft) }));
  const { draft, set } = form;
  return (
    <SettingsPart title={t('settings.section.reasons')} about={t('settings.reasons.about')}>
      <SaveForm form={form}>
        {lists.map((name) => (
          <ReasonList
            key={name}
            name={name}
            reasons={draft[name]}
            isSaved={(code) => settings.reasons[name].some((one) => one.code === code)}
            isWrong={(index) => form.isWrong('reasons', name, index, 'es')}
            onChange={(reasons) => set({ ...draft, [name]: reasons })}
          />
        ))}
      </SaveForm>
    </SettingsPart>
  );
}

type ReasonListProps = {
  name: ListName;
  reasons: readonly Reason[];
  isSaved: (code: string) => boolean;
  isWrong: (index: number) => boolean;
  onChange: (reasons: Reason[]) => void;
};

function ReasonList({ name, reasons, isSaved, isWrong, onChange }: ReasonListProps) {
  const { t } = useI18n();
  const isFull = reasons.length >= maxReasons;
  const move = (from: number, to: number) => {
    const moved = reasons[from];
    if (moved !== undefined) onChange(reasons.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <Box component="section" aria-labelledby={`reasons-${name}`} sx={{ display: 'grid', gap: 3 }}>
      <Typography variant="h3" component="h2" id={`reasons-${name}`}>
        {t(`settings.reasons.list.${name}`)}
      </Typography>
      {reasons.length === 0 && <Typography variant="quiet">{t('settings.reasons.none')}</Typography>}
      <Box component="ol" sx={{ display: 'grid', gap: 3 }}>
        {reasons.map((reason, index) => (
          <ReasonFields
            // biome-ignore lint/suspicious/noArrayIndexKey: reasons are known by their place, as their labels say, and the fields keep nothing
            key={index}
            reason={reason}
            label={t('settings.reasons.reason', { number: index + 1 })}
            isSaved={isSaved(reason.code)}
            isWrong={isWrong(index)}
            onChange={(changed) => onChange(reasons.with(index, { ...reason, ...changed }))}
            onRemove={() => onChange(reasons.toSpliced(index, 1))}
            onUp={index === 0 ? null : () => move(index, index - 1)}
            onDown={index === reasons.length - 1 ? null : () => move(index, index + 1)}
          />
        ))}
      </Box>
      <Box>
        <Button
          startIcon={<Plus size={14} />}
          disabled={isFull}
          onClick={() => onChange([...reasons, { code: '', es: '', en: '', retired: false }])}
        >
          {isFull ? t('settings.reasons.full', { count: maxReasons }) : t('settings.reasons.add')}
        </Button>
      </Box>
    </Box>
  );
}

type ReasonFieldsProps = {
  reason: Reason;
  label: string;
  /** One that was saved may stand at what was decided: it is retired, and never removed. */
  isSaved: boolean;
  isWrong: boolean;
  onChange: (changed: Partial<Reason>) => void;
  onRemove: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

function ReasonFields({
  reason,
  label,
  isSaved,
  isWrong,
  onChange,
  onRemove,
  onUp,
  onDown,
}: ReasonFieldsProps) {
  const { t } = useI18n();
  return (
    <Box
      component="li"
      aria-label={label}
      sx={{ display: 'grid', gap: 2, p: 3, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography variant="caption" sx={{ flex: 1 }}>
          {label}
          {reason.code !== '' && (
            <>
              {' · '}
              <PlainCode value={reason.code} />
            </>
          )}
          {reason.retired && ` · ${t('settings.reasons.isRetired')}`}
        </Typography>
        <IconButton
          size="small"
          aria-label={t('settings.reasons.up', { reason: label })}
          disabled={onUp === null}
          onClick={() => onUp?.()}
        >
          <ArrowUp size={16} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('settings.reasons.down', { reason: label })}
          disabled={onDown === null}
          onClick={() => onDown?.()}
        >
          <ArrowDown size={16} />
        </IconButton>
        {isSaved ? (
          <Button size="small" variant="text" onClick={() => onChange({ retired: !reason.retired })}>
            {t(reason.retired ? 'settings.reasons.offer' : 'settings.reasons.retire')}
          </Button>
        ) : (
          <IconButton
            size="small"
            aria-label={t('settings.reasons.remove', { reason: label })}
            onClick={onRemove}
          >
            <Trash2 size={16} />
          </IconButton>
        )}
      </Box>
      <TextField
        label={t('settings.reasons.es')}
        value={reason.es}
        onChange={(es) => onChange({ es })}
        maxLength={maxReasonLength}
        error={isWrong ? t('settings.texts.empty') : null}
      />
      <TextField
        label={t('settings.reasons.en')}
        value={reason.en}
        onChange={(en) => onChange({ en })}
        maxLength={maxReasonLength}
      />
    </Box>
  );
}
