import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CoverageCode } from '#shared/contract/policies.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type IncidentTypeName, incidentTypeNames } from '#shared/policy-terms.ts';
import { guessIncidentTypes } from '#shared/rules/coverage-guess.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';
import { useSettings } from '../app/status.ts';
import { useUnsaved } from '../app/UnsavedChanges.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Form } from '../components/FormFields.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { useSaveSettings } from '../settings/SettingsForm.tsx';
import { importPath } from './paths.ts';

/** The coverage codes of the book, and the count of unassigned ones. */
export function useCoverageCodes() {
  return useQuery(useApi().policies.coverageCodes.queryOptions());
}

/**
 * Assigns types of incident to the coverage codes of the book. An unassigned code shows a guess, which counts only once
 * somebody confirmed it.
 */
export function CoverageAssignment() {
  const codes = useCoverageCodes();
  const settings = useSettings();
  if (codes.isError && codes.data === undefined) return <ErrorState query={codes} />;
  if (codes.data === undefined || settings.data === undefined) return <FormSkeleton />;
  return <Assignment codes={codes.data.codes} settings={settings.data} />;
}

function Assignment({ codes, settings }: { codes: readonly CoverageCode[]; settings: Settings }) {
  const { t, format } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const save = useSaveSettings();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Assigning>>>({});
  const rows = codes.map((row) => ({ ...row, assigning: drafts[row.code] ?? startOf(row) }));
  const before = settings.coverageOfIncident;
  const after = withAssigned(before, rows);
  const changed = [...incidentTypeNames, 'none' as const].some(
    (type) => [...after[type]].sort().join('\n') !== [...before[type]].sort().join('\n'),
  );
  useUnsaved(changed);
  const guesses = rows.filter(({ assigning }) => assigning.isGuess && !assigning.isConfirmed);
  const left = rows.filter(({ assigning }) => !assigning.isConfirmed).length;
  const setDraft = (code: string, assigning: Assigning) =>
    setDrafts((old) => ({ ...old, [code]: assigning }));
  const confirm = (chosen: typeof rows) => {
    const confirmed = chosen.map(
      ({ code, assigning }) => [code, { ...assigning, isConfirmed: true }] as const,
    );
    setDrafts((old) => ({ ...old, ...Object.fromEntries(confirmed) }));
  };
  if (rows.length === 0)
    return (
      <EmptyState
        icon={ShieldCheck}
        title={t('policies.assign.noCodes.title')}
        text={t('policies.assign.noCodes.text')}
      >
        <Acts of="administrator">
          <Button component={Link} href={importPath} sx={{ mt: 2 }}>
            {t('policies.assign.noCodes.import')}
          </Button>
        </Acts>
      </EmptyState>
    );
  return (
    <Form
      aria-label={t('policies.assign.title')}
      onSubmit={() => {
        if (!changed || save.isPending) return;
        save.mutate(
          { coverageOfIncident: after },
          {
            onSuccess: () => {
              setDrafts({});
              void queries.invalidateQueries({ queryKey: api.policies.key() });
            },
          },
        );
      }}
      sx={{ display: 'grid', gap: 4 }}
    >
      <Box component="ul" sx={{ maxWidth: 1040 }}>
        {rows.map((row) => (
          <Row key={row.code} row={row} onChange={(assigning) => setDraft(row.code, assigning)} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" disabled={!changed || save.isPending}>
          {t('policies.assign.save')}
        </Button>
        {guesses.length > 0 && (
          <Button onClick={() => confirm(guesses)}>
            {t('policies.assign.confirmAll', { count: guesses.length })}
          </Button>
        )}
        <Typography variant="caption" role="status">
          {left === 0
            ? t(changed ? 'common.unsaved' : 'policies.assign.allAssigned')
            : t('policies.assign.left', { count: left, codes: format.count(left) })}
        </Typography>
      </Box>
    </Form>
  );
}

type RowProps = {
  row: CoverageCode & { assigning: Assigning };
  onChange: (assigning: Assigning) => void;
};

function Row({ row, onChange }: RowProps) {
  const { t, format } = useI18n();
  const { assigning } = row;
  const state = assigning.isConfirmed ? 'assigned' : assigning.isGuess ? 'proposed' : 'unassigned';
  return (
    <Box
      component="li"
      sx={{
        py: 3,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 5,
        rowGap: 2,
        alignItems: 'center',
        borderTop: 1,
        '&:last-of-type': { borderBottom: 1 },
      }}
    >
      <Box sx={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          <PlainCode value={row.code} /> {row.name === row.code ? '' : row.name}
        </Typography>
        <Typography variant="caption" component="p">
          {row.vehicles === 0
            ? t('policies.assign.notInBook')
            : t('policies.assign.vehicles', { count: row.vehicles, vehicles: format.count(row.vehicles) })}
          {' · '}
          <Box component="span" sx={assigning.isConfirmed ? {} : { color: 'warning.main', fontWeight: 500 }}>
            {t(`policies.assign.${state}`)}
          </Box>
        </Typography>
      </Box>
      <Box
        sx={{ display: 'flex', alignItems: 'center', columnGap: 5, flexWrap: { xs: 'wrap', md: 'nowrap' } }}
      >
        <ToggleButtonGroup
          size="small"
          aria-label={t('policies.assign.typesOf', { code: row.code })}
          value={[...assigning.covers]}
          onChange={(_, wanted: (IncidentTypeName | 'none')[]) => onChange(chosen(assigning, wanted))}
        >
          {[...incidentTypeNames, 'none' as const].map((type) => (
            <ToggleButton key={type} value={type}>
              {t(type === 'none' ? 'policies.assign.none' : `policies.incidentType.${type}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <FormControlLabel
          sx={{ mr: 0, flex: 'none' }}
          disabled={assigning.covers.length === 0}
          control={
            <Checkbox
              size="small"
              checked={assigning.isConfirmed}
              onChange={(_, isConfirmed) => onChange({ ...assigning, isConfirmed })}
              slotProps={{ input: { 'aria-label': t('policies.assign.confirmOf', { code: row.code }) } }}
            />
          }
          label={<Typography variant="body2">{t('policies.assign.confirm')}</Typography>}
        />
      </Box>
    </Box>
  );
}

/** The notice that coverage codes are unassigned, with a link; nothing where all are assigned. */
export function UnassignedNotice({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const unassigned = useCoverageCodes().data?.unassigned ?? 0;
  if (unassigned === 0) return null;
  return (
    <Alert severity="warning">
      {t('policies.assign.notice', { count: unassigned })} {children}
    </Alert>
  );
}

type Assignments = Settings['coverageOfIncident'];

/** The assignment of one code, saved or in the form. */
export interface Assigning {
  /** In the order of the ids; `none` alone. */
  covers: readonly (IncidentTypeName | 'none')[];
  /** Whether it counts; a guess counts only once somebody confirmed it. */
  isConfirmed: boolean;
  isGuess: boolean;
}

/** The initial assignment of a code: the saved one, else the guess to be confirmed. */
export function startOf({ code, name, covers, isAssigned }: CoverageCode): Assigning {
  if (isAssigned) {
    return { covers: covers.length === 0 ? ['none'] : covers, isConfirmed: true, isGuess: false };
  }
  const guess = guessIncidentTypes(code, name);
  if (guess === null) return { covers: [], isConfirmed: false, isGuess: false };
  return { covers: guess.length === 0 ? ['none'] : guess, isConfirmed: false, isGuess: true };
}

/** The assignment after a choice: `none` and the incident types exclude each other. A choice confirms. */
export function chosen(before: Assigning, wanted: readonly (IncidentTypeName | 'none')[]): Assigning {
  const turnedToNone = wanted.includes('none') && !before.covers.includes('none');
  const covers = turnedToNone
    ? (['none'] as const)
    : incidentTypeNames.filter((type) => wanted.includes(type));
  const isNone = covers.length === 0 && wanted.includes('none');
  return {
    covers: isNone ? ['none'] : covers,
    isConfirmed: isNone || covers.length > 0,
    isGuess: false,
  };
}

const keyOf = (code: string) => code.trim().toUpperCase();

/** The incident types that a code covers, empty where it was confirmed to cover none; null where it is unassigned. */
export function assignedTo(code: string, assignments: Assignments): IncidentTypeName[] | null {
  const has = (type: keyof Assignments) =>
    assignments[type].some((assigned) => keyOf(assigned) === keyOf(code));
  const types = incidentTypeNames.filter(has);
  return types.length === 0 && !has('none') ? null : types;
}

/** The setting with the confirmed assignments of these codes; other codes stay unchanged. */
export function withAssigned(
  before: Assignments,
  rows: readonly { code: string; assigning: Assigning }[],
): Assignments {
  const named = new Set(rows.map(({ code }) => keyOf(code)));
  const codesOf = (type: keyof Assignments) => [
    ...before[type].filter((code) => !named.has(keyOf(code))),
    ...rows
      .filter(({ assigning }) => assigning.isConfirmed && assigning.covers.includes(type))
      .map(({ code }) => code),
  ];
  return {
    fire: codesOf('fire'),
    theft: codesOf('theft'),
    collision: codesOf('collision'),
    glass: codesOf('glass'),
    other: codesOf('other'),
    none: codesOf('none'),
  };
}
