import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CoverageCheck, PolicyDetail } from '#shared/contract/policies.ts';
import { type IncidentTypeName, incidentTypeNames } from '#shared/policy-terms.ts';
import { Link as RouteLink } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { SelectField, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { incidentTypeId } from './lookup-view.tsx';
import { NotChecked, StatusChips } from './PolicyState.tsx';
import { rulesPath } from './paths.ts';

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The answer that the marketplace's user would read about this vehicle, for a day and a type of incident. */
export function PolicyCheck({ policy, today }: { policy: PolicyDetail; today: string }) {
  const { t } = useI18n();
  const api = useApi();
  const [date, setDate] = useState(today);
  const [type, setType] = useState<IncidentTypeName | 'none'>('collision');
  const query = useQuery({
    ...api.policies.check.queryOptions({
      input: {
        insurancePolicyNumber: policy.insurancePolicyNumber,
        vin: policy.vin,
        incidentDate: date,
        ...(type === 'none' ? {} : { incidentTypeId: incidentTypeId(type) }),
      },
    }),
    enabled: isDay(date),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={t('policies.check.title')}
      aside={
        <Link component={RouteLink} href={rulesPath} variant="body2">
          {t('policies.check.rules')}
        </Link>
      }
    >
      <Typography variant="caption" component="p" sx={{ mt: -2, mb: 3 }}>
        {t('policies.check.about')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', mb: 3 }}>
        <SelectField
          label={t('policies.check.type')}
          value={type}
          options={['none', ...incidentTypeNames]}
          labelOf={(option) => t(`policies.incidentType.${option}`)}
          onChange={setType}
          width={200}
        />
        <TextField
          label={t('policies.check.date')}
          type="date"
          value={date}
          onChange={setDate}
          width={200}
          error={isDay(date) ? null : t('policies.check.needsDate')}
        />
      </Box>
      <Box role="status">
        {query.isError && <ErrorState query={query} />}
        {query.data !== undefined && (
          <CheckResult check={query.data} type={t(`policies.incidentType.${type}`)} />
        )}
      </Box>
    </Section>
  );
}

function CheckResult({ check, type }: { check: CoverageCheck; type: string }) {
  const { t } = useI18n();
  if (!check.found) return <Alert severity="warning">{t('policies.check.notFound')}</Alert>;
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 760 }}>
      <StatusChips check={check} type={type} />
      <NotChecked check={check} />
      <WhatIsRead check={check} />
    </Box>
  );
}

/** The text for the user. Green only where both the period and the cover were checked and are in order. */
function WhatIsRead({ check }: { check: CoverageCheck }) {
  const { t } = useI18n();
  const [first, ...rest] = check.rules;
  if (first === undefined) {
    const isRight = check.period === 'inForce' && check.cover?.state === 'covered';
    return (
      <Alert severity={isRight ? 'success' : 'info'}>
        {t(isRight ? 'policies.check.noNotice' : 'policies.check.noNoticeSent')}
      </Alert>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="caption" component="p">
        {t('policies.check.reads')}
      </Typography>
      <RuleResult result={first} />
      {rest.length > 0 && (
        <Typography variant="caption" component="p">
          {t('policies.check.first')}
        </Typography>
      )}
      {rest.map((finding) => (
        <RuleResult key={finding.rule} result={finding} />
      ))}
    </Box>
  );
}

function RuleResult({ result }: { result: CoverageCheck['rules'][number] }) {
  const { t } = useI18n();
  return (
    <Alert severity={result.severity}>
      <strong>{t(`policies.severity.${result.severity}`)}: </strong>
      {result.text}
      <Typography variant="caption" component="p">
        {t('policies.check.rule', { rule: t(`policies.rule.${result.rule}`) })}
      </Typography>
    </Alert>
  );
}
