import type { DatabaseFault, DatabaseFaultCode } from '#shared/contract/database.ts';
import { useI18n } from '../app/locale/i18n.ts';

type OfAddress = Extract<DatabaseFaultCode, `address${string}`>;
const isOfAddress = (code: DatabaseFaultCode): code is OfAddress => code.startsWith('address');

/** Says why a database of a server cannot be worked with, and what is done about it. */
export function useDatabaseFaultText() {
  const { t } = useI18n();
  return ({ code }: DatabaseFault): { meaning: string; wayOut: string } =>
    isOfAddress(code)
      ? {
          meaning: `${t('recovery.onServer.address.cannotBeUsed')} ${t(`recovery.onServer.fault.${code}`)}`,
          wayOut: t('recovery.onServer.address.wayOut'),
        }
      : { meaning: t(`recovery.onServer.fault.${code}`), wayOut: t(`recovery.onServer.wayOut.${code}`) };
}
