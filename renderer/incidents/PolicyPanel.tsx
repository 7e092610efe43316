import { useQuery } from '@tanstack/react-query';
import { CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { CoverageCheck } from '#shared/contract/policies.ts';
import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import type { Severity } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { NotChecked, StatusChips } from '../policies/PolicyState.tsx';
import { ClaimFileLink, OrNone } from '../records/Facts.tsx';
import { useIncidentType } from './incident-text.ts';

/** How the policy stood on the day of the incident, as the policy book has it. */
export function PolicyPanel({ report }: { report: IncidentReport }) {
  const { t } = useI18n();
  const api = useApi();
  const hasNoBook = useStatus().data?.archive?.hasPolicies === false;
  const question = hasNoBook ? null : policyQuestion(report);
  const query = useQuery({
    ...api.policies.check.queryOptions({ input: question ?? { incidentDate: '2000-01-01' } }),
    enabled: question !== null,
  });
  const general = report.generalInfo;
  return (
    <Section title={t('incidents.section.policy')}>
      {question === null && (
        <Typography variant="quiet">
          {t(hasNoBook ? 'archives.noBook' : 'incidents.policy.cannot')}
        </Typography>
      )}
      {question !== null && query.isPending && <LineSkeleton height={24} label={t('common.loading')} />}
      {query.isError && <ErrorState query={query} />}
      {query.data !== undefined && (
        <CheckResult
          check={query.data}
          type={{
            id: general?.incidentReportTypeId ?? null,
            name: general?.incidentReportTypeName ?? null,
          }}
        />
      )}
      <Box sx={{ mt: 3 }}>
        <Fields>
          <Field label={t('records.facts.policy')} at="/generalInfo/insurancePolicyNumber">
            <ClaimFileLink
              by="policy"
              value={general?.insurancePolicyNumber ?? null}
              label={t('records.facts.policy')}
            />
          </Field>
          <Field label={t('incidents.policy.insured')} at="/generalInfo/insuranceOwnerDisplayName">
            <OrNone>{general?.insuranceOwnerDisplayName ?? null}</OrNone>
          </Field>
          {query.data?.found === true && <Owner check={query.data} />}
        </Fields>
      </Box>
    </Section>
  );
}

type CheckResultProps = { check: CoverageCheck; type: { id: number | null; name: string | null } };

function CheckResult({ check, type }: CheckResultProps) {
  const { t } = useI18n();
  const typeName = useIncidentType()(type.id, type.name) ?? t('incidents.noType');
  // The reason why cover was not checked says more than the text for the marketplace's user.
  const rules = check.rules.filter(({ rule }) => rule !== 'coverNotChecked');
  if (!check.found)
    return <StateChip tone="waiting" icon={TriangleAlert} label={t('incidents.policy.notFound')} />;
  return (
    <>
      <StatusChips check={check} type={typeName} />
      <Box sx={{ mt: 2 }}>
        <NotChecked check={check} />
      </Box>
      <Box component="ul" sx={{ mt: rules.length > 0 ? 2 : 0 }}>
        {rules.map((rule) => (
          <RuleLine
            key={rule.rule}
            severity={rule.severity}
            text={t('incidents.policy.told', { text: rule.text })}
          />
        ))}
      </Box>
    </>
  );
}

const ruleIcons: Record<Severity, LucideIcon> = { info: Info, warning: TriangleAlert, error: CircleX };
const ruleTones = { info: 'text.secondary', warning: 'warning.main', error: 'error.main' } as const;

function RuleLine({ severity, text }: { severity: Severity; text: string }) {
  const { t } = useI18n();
  const Icon = ruleIcons[severity];
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ color: ruleTones[severity], mt: 0.5, lineHeight: 0 }}>
        <Icon size={15} role="img" aria-label={t(`records.findings.severity.${severity}`)} />
      </Box>
      <Typography variant="body2">{text}</Typography>
    </Box>
  );
}

function Owner({ check }: { check: CoverageCheck }) {
  const { t, format } = useI18n();
  const day = (text: string | null) => (text === null ? t('incidents.policy.open') : format.day(text));
  return (
    <>
      <Field label={t('incidents.policy.owner')}>
        <OrNone>{check.ownerName}</OrNone>
      </Field>
      <Field label={t('incidents.policy.phone')}>
        <OrNone>{check.ownerPhone}</OrNone>
      </Field>
      <Field label={t('incidents.policy.address')}>
        <OrNone>{check.ownerAddress}</OrNone>
      </Field>
      <Field label={t('incidents.policy.period')}>
        {t('incidents.policy.fromTo', { from: day(check.validFrom), to: day(check.validTo) })}
      </Field>
      <Field label={t('incidents.policy.coverages')}>
        <OrNone>{check.coverages.map((coverage) => coverage.name || coverage.code).join(', ')}</OrNone>
      </Field>
    </>
  );
}

/** The input of `policies.check` for a report. */
type PolicyQuestion = {
  insurancePolicyNumber?: string;
  vin?: string;
  incidentTypeId?: number;
  /** `YYYY-MM-DD`, the Dominican day. */
  incidentDate: string;
  /** The other day that it may have been, where the zone of its time is in doubt. */
  otherDate?: string;
};

/** Null where the report names neither policy nor vehicle, or no day. */
export function policyQuestion(report: Pick<IncidentReport, 'generalInfo'>): PolicyQuestion | null {
  const general = report.generalInfo;
  const happened = readDominicanTime(general?.incidentDateTime);
  const number = general?.insurancePolicyNumber?.trim().slice(0, 100) ?? '';
  const vin = general?.vinNumber?.trim().slice(0, 50) ?? '';
  const type = general?.incidentReportTypeId ?? null;
  if (happened === null || (number === '' && vin === '')) return null;
  return {
    ...(number === '' ? {} : { insurancePolicyNumber: number }),
    ...(vin === '' ? {} : { vin }),
    ...(type === null ? {} : { incidentTypeId: type }),
    incidentDate: happened.day,
    ...(happened.otherDay === null ? {} : { otherDate: happened.otherDay }),
  };
}
