import MuiLink from '@mui/material/Link';
import {
  Ban,
  CalendarClock,
  CalendarX2,
  CircleAlert,
  CircleHelp,
  type LucideIcon,
  ShieldCheck,
  ShieldX,
  TriangleAlert,
} from 'lucide-react';
import type { CoverageCheck, PolicyRow } from '#shared/contract/policies.ts';
import type { PolicyRule } from '#shared/policy-terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { coveragesPath } from './paths.ts';

const chipStyles: Record<PolicyState['name'], { tone: ChipTone; icon: LucideIcon }> = {
  excluded: { tone: 'refusal', icon: Ban },
  premiumUnpaid: { tone: 'waiting', icon: CircleAlert },
  expired: { tone: 'refusal', icon: CalendarX2 },
  future: { tone: 'neutral', icon: CalendarClock },
  inForce: { tone: 'matched', icon: ShieldCheck },
  noEnd: { tone: 'matched', icon: ShieldCheck },
};

/** The label of a vehicle's state. */
export function usePolicyStateText() {
  const { t, format } = useI18n();
  return (state: PolicyState) =>
    'day' in state
      ? t(`policies.state.${state.name}`, { day: format.day(state.day) })
      : t(`policies.state.${state.name}`);
}

/** The chip of a vehicle's state. */
export function PolicyStateChip({ state }: { state: PolicyState }) {
  const label = usePolicyStateText();
  const { tone, icon } = chipStyles[state.name];
  return <StateChip tone={tone} icon={icon} label={label(state)} />;
}

const periodChips = {
  inForce: { tone: 'matched', icon: ShieldCheck },
  notInForce: { tone: 'refusal', icon: ShieldX },
  maybeNotInForce: { tone: 'waiting', icon: CircleHelp },
} as const;
const coverChips = {
  covered: { tone: 'matched', icon: ShieldCheck },
  notCovered: { tone: 'refusal', icon: ShieldX },
  notChecked: { tone: 'waiting', icon: CircleHelp },
} as const;

/** Rules by which a policy answers for nothing, whatever it covers. */
const speaksAgainst: ReadonlySet<PolicyRule> = new Set(['excluded', 'premiumUnpaid']);

/** How the cover of a policy looks: what a policy covers that did not hold on the day is not green. */
export function coverTone(
  state: keyof typeof coverChips,
  period: keyof typeof periodChips,
  rules: readonly { rule: PolicyRule }[],
): ChipTone {
  const { tone } = coverChips[state];
  const holds = period === 'inForce' && !rules.some(({ rule }) => speaksAgainst.has(rule));
  return tone === 'matched' && !holds ? 'neutral' : tone;
}

/**
 * Chips for the period and for the cover of the type of incident, which `type` names. Only a checked result is green, and
 * cover only of a policy that was in force, paid, and does not exclude the vehicle. A vehicle that is not in the book has no chips.
 */
export function StatusChips({
  check: { period, cover, rules },
  type,
}: {
  check: Pick<CoverageCheck, 'period' | 'cover' | 'rules'>;
  type: string;
}) {
  const { t } = useI18n();
  if (period === null || cover === null) return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        // In a narrow column a chip has two lines rather than be cut.
        '& > span': { whiteSpace: 'normal', height: 'auto', minHeight: 20, py: '1px', flex: '0 1 auto' },
        '& > span > svg': { flex: 'none' },
      }}
    >
      <StateChip {...periodChips[period]} label={t(`policies.status.${period}`)} />
      <StateChip
        icon={coverChips[cover.state].icon}
        tone={coverTone(cover.state, period, rules)}
        label={t(`policies.status.${cover.state}`, { type })}
      />
    </Box>
  );
}

/** Why cover was not checked, with a link to the remedy; nothing where it was checked. */
export function NotChecked({ check: { cover } }: { check: Pick<CoverageCheck, 'cover'> }) {
  const { t } = useI18n();
  if (cover === null || cover.reason === null) return null;
  return (
    <Typography variant="body2">
      {t(`policies.status.reason.${cover.reason}`, { codes: cover.codes.join(', ') })}{' '}
      {cover.reason === 'unassigned' && (
        <MuiLink component={Link} href={coveragesPath} sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
          {t('policies.assign.go')}
        </MuiLink>
      )}
    </Typography>
  );
}

type RowWarning = PolicyRow['warnings'][number];

function useWarningText() {
  const { t } = useI18n();
  return ({ column, code }: RowWarning) => ({
    short: t(
      column === 'companyTaxId' || column === 'identification' || column === 'vin'
        ? `policies.suspect.${column}`
        : 'policies.suspect.identification',
    ),
    why: t(`policies.problem.${code}`),
  });
}

/** The chip of a suspect identifier, with the reason on hover. */
export function WarningChip(warning: RowWarning) {
  const { short, why } = useWarningText()(warning);
  return (
    <Tooltip title={why}>
      <span>
        <StateChip tone="waiting" icon={TriangleAlert} label={short} />
      </span>
    </Tooltip>
  );
}

/** The same as an icon in a list; nothing where no identifier is suspect. */
export function WarningSign({ warnings }: { warnings: PolicyRow['warnings'] }) {
  const label = useWarningText();
  if (warnings.length === 0) return null;
  const text = warnings.map((problem) => `${label(problem).short}: ${label(problem).why}`).join(' ');
  return (
    <Box component="span" className="sign" title={text} sx={{ '& svg': { color: 'warning.main' } }}>
      <TriangleAlert size={12} aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
    </Box>
  );
}

/** Why an identifier is suspect, below it; nothing where it is in order. */
export function WarningText({
  warnings,
  column,
}: {
  warnings: PolicyRow['warnings'];
  column: RowWarning['column'];
}) {
  const label = useWarningText();
  return warnings
    .filter((problem) => problem.column === column)
    .map((problem) => (
      <Box
        component="span"
        key={problem.code}
        sx={{ typography: 'caption', display: 'block', color: 'warning.main' }}
      >
        {label(problem).why}
      </Box>
    ));
}

export type PolicyState =
  | { name: 'excluded' | 'premiumUnpaid' | 'noEnd' }
  | { name: 'inForce' | 'expired' | 'future'; day: string };

type Facts = Pick<PolicyRow, 'excluded' | 'premiumUnpaid' | 'validFrom' | 'validTo'>;

/** The states of a vehicle on a day, the gravest first; the period is always the last. */
export function statesOf(row: Facts, today: string): PolicyState[] {
  return [
    ...(row.excluded ? [{ name: 'excluded' } as const] : []),
    ...(row.premiumUnpaid ? [{ name: 'premiumUnpaid' } as const] : []),
    periodOf(row, today),
  ];
}

function periodOf({ validFrom, validTo }: Facts, today: string): PolicyState {
  if (validTo !== null && validTo < today) return { name: 'expired', day: validTo };
  if (validFrom !== null && validFrom > today) return { name: 'future', day: validFrom };
  return validTo === null ? { name: 'noEnd' } : { name: 'inForce', day: validTo };
}

/** The single state that a row of the list shows. */
export function gravestOf(row: Facts, today: string): PolicyState {
  const states = statesOf(row, today);
  return states[0] ?? periodOf(row, today);
}

/** "Toyota Corolla 2019"; empty where nothing is known of it. */
export const vehicleOf = (row: Pick<PolicyRow, 'makeName' | 'modelName' | 'year'>): string =>
  [row.makeName, row.modelName, row.year === null ? '' : String(row.year)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
