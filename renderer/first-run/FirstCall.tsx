import Alert from '@mui/material/Alert';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { RelativeTime } from '../components/RelativeTime.tsx';

/** Waits for the marketplace's first call, and ticks it off when it comes. */
export function FirstCall() {
  const { t } = useI18n();
  const receiver = useStatus().data?.receiver;
  if (receiver === undefined || receiver.state !== 'listening') return null;
  const { lastCallAt } = receiver;
  return (
    <Alert
      role="status"
      severity={lastCallAt === null ? 'info' : 'success'}
      icon={lastCallAt === null ? <LoaderCircle size={18} /> : <CircleCheck size={18} />}
    >
      {lastCallAt === null ? (
        t('firstRun.done.waiting')
      ) : (
        <>
          {t('firstRun.done.called')} <RelativeTime at={lastCallAt} />
        </>
      )}
    </Alert>
  );
}
