import type { ReactNode } from 'react';
import type { DataFolder } from '#shared/contract/recovery.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';

/** Whether the next start works elsewhere. */
export const isOnlyNow = ({ path, ofNextStart }: DataFolder): boolean => path !== ofNextStart;

/** Where the data lie, and where the next start looks for them where that is another place. */
export function FolderFacts({ folder, children }: { folder: DataFolder; children?: ReactNode }) {
  const { t } = useI18n();
  const { path, origin, ofNextStart, isGiven } = folder;
  const label = t('backups.folder.path');
  return (
    <Fields>
      <Field label={t('recovery.folder.now')} wide>
        <Code value={path} label={label} />
        {isOnlyNow(folder) && (
          <Typography variant="caption" component="p" sx={{ mt: 1 }}>
            {t(`recovery.folder.onlyNow.${origin === 'given' ? 'given' : 'forThisRun'}`)}
          </Typography>
        )}
        {children}
      </Field>
      {isOnlyNow(folder) && (
        <Field label={t(isGiven ? 'recovery.folder.untold' : 'recovery.folder.ofNextStart')} wide>
          <Code value={ofNextStart} label={label} />
        </Field>
      )}
    </Fields>
  );
}
