import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { useWords } from '../app/locale/i18n.ts';
import { TextInput } from '../parts/TextInput.tsx';
import { incidentTypeNames } from '../policies/incident-types.ts';
import { codesFault, codesOf } from './coverage-codes.ts';
import { SaveForm } from './SettingsForm.tsx';
import { useSave } from './useSave.ts';

type Texts = Record<keyof Settings['coverageOfIncident'], string>;

const textsOf = (was: Settings['coverageOfIncident']): Texts => ({
  fire: was.fire.join(', '),
  theft: was.theft.join(', '),
  collision: was.collision.join(', '),
  glass: was.glass.join(', '),
  other: was.other.join(', '),
});

/** Which coverages of the book cover each type of incident. */
export function CoverageSettings({ settings }: { settings: Settings }) {
  const { t } = useWords();
  const save = useSave();
  const was = settings.coverageOfIncident;
  const [draft, setDraft] = useState(() => textsOf(was));
  const changed = incidentTypeNames.some((name) => codesOf(draft[name]).join('\n') !== was[name].join('\n'));
  const valid = incidentTypeNames.every((name) => codesFault(draft[name]) === null);
  const keep = () => {
    const coverageOfIncident = { ...was };
    for (const name of incidentTypeNames) coverageOfIncident[name] = codesOf(draft[name]);
    save.mutate({ coverageOfIncident });
  };
  return (
    <Box
      component="section"
      aria-labelledby="coverage-title"
      sx={{ display: 'grid', gap: 5, pt: 5, borderTop: 1, borderColor: 'divider' }}
    >
      <div>
        <Typography variant="h3" component="h2" id="coverage-title">
          {t('policies.settings.coverage.title')}
        </Typography>
        <Typography variant="caption">{t('policies.settings.coverage.about')}</Typography>
      </div>
      <SaveForm changed={changed} valid={valid} pending={save.isPending} onSave={keep}>
        {incidentTypeNames.map((name) => {
          const fault = codesFault(draft[name]);
          const codes = codesOf(draft[name]);
          return (
            <TextInput
              key={name}
              label={t(`policies.incidentType.${name}`)}
              value={draft[name]}
              onChange={(text) => setDraft({ ...draft, [name]: text })}
              code
              help={
                codes.length === 0
                  ? t('policies.settings.coverage.notChecked')
                  : t('policies.settings.coverage.codes', { count: codes.length, codes: codes.join(' · ') })
              }
              wrong={fault === null ? null : t(`policies.settings.coverage.${fault}`)}
            />
          );
        })}
      </SaveForm>
    </Box>
  );
}
