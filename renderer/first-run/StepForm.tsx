import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

type Props = {
  title: string;
  text: string;
  valid: boolean;
  pending: boolean;
  onSave: () => void;
  children: ReactNode;
  /** What stands before the button and is kept by itself. */
  besides?: ReactNode;
};

/** A step's title, its fields, and the button that keeps them and goes on. */
export function StepForm({ title, text, valid, pending, onSave, children, besides }: Props) {
  const { t } = useI18n();
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid && !pending) onSave();
      }}
      sx={{ display: 'grid', gap: 5 }}
    >
      <StepTitle title={title} text={text} />
      {children}
      {besides}
      <Box>
        <Button type="submit" variant="contained" disabled={!valid || pending}>
          {t('firstRun.next')}
        </Button>
      </Box>
    </Box>
  );
}

export function StepTitle({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Typography variant="h1">{title}</Typography>
      <Typography variant="body1" sx={{ color: 'text.secondary', mt: 1 }}>
        {text}
      </Typography>
    </div>
  );
}
