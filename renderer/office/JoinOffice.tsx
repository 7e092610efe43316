import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useCapability } from '../app/capabilities.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';

/** Has this program be a desk of an office from now on, where its shell can; offered by a button, and done by an address. */
export function JoinOffice() {
  const { t } = useI18n();
  const isAble = useCapability('office');
  const [isOpen, setOpen] = useState(false);
  if (isAble !== true) return null;
  if (isOpen) return <Address onCancel={() => setOpen(false)} />;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
      <Typography variant="quiet">{t('office.join.offer')}</Typography>
      <Button variant="text" onClick={() => setOpen(true)} sx={{ mx: -3 }}>
        {t('office.join.act')}
      </Button>
    </Box>
  );
}

function Address({ onCancel }: { onCancel: () => void }) {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const [address, setAddress] = useState('');
  const join = useMutation(useApi().shell.joinOffice.mutationOptions());
  const { error } = join;
  const fault =
    error !== null && isDefinedError(error) && error.code === 'NOT_AN_OFFICE' ? error.data.why : null;
  const isReady = address.trim() !== '' && !join.isPending && !join.isSuccess;
  return (
    <Form
      aria-label={t('office.join.title')}
      onSubmit={() => {
        if (isReady) join.mutate({ address: address.trim() });
      }}
      sx={{ display: 'grid', gap: 3, borderTop: 1, pt: 4, mt: 2 }}
    >
      <Typography variant="h3" component="h2" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Building2 size={16} aria-hidden />
        {t('office.join.title')}
      </Typography>
      <Typography variant="body2">{t('office.join.text')}</Typography>
      <TextField
        label={t('office.join.address')}
        value={address}
        onChange={(next) => {
          setAddress(next);
          join.reset();
        }}
        maxLength={300}
        code
        helperText={t('office.join.addressHelp')}
        error={fault === null ? null : t(`office.join.fault.${fault}`)}
        autoFocus
      />
      {error !== null && fault === null && <Alert severity="error">{errorMessage(error)}</Alert>}
      {join.isSuccess && <Alert severity="success">{t('office.join.joined')}</Alert>}
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" disabled={!isReady}>
          {t('office.join.confirm')}
        </Button>
        <Button variant="text" color="inherit" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Box>
    </Form>
  );
}
