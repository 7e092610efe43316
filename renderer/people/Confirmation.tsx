import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';

type Props = {
  /** What the act does. */
  text: string;
  act: string;
  isDisabled: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks before something is done that cannot be taken back, in the place where it was asked for. */
export function Confirmation({ text, act, isDisabled, onCancel, onConfirm }: Props) {
  const { t } = useI18n();
  return (
    <Alert severity="warning">
      {text}
      <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button color="error" disabled={isDisabled} onClick={onConfirm}>
          {act}
        </Button>
      </Box>
    </Alert>
  );
}
