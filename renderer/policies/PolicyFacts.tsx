import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouteLink } from 'wouter';
import type { PolicyDetail } from '#shared/contract/policies.ts';
import { useActorName } from '../app/actor-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useSettings } from '../app/status.ts';
import { Amount } from '../components/Amount.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { assignedTo } from './assignments.ts';
import { OddText } from './OddIdentifier.tsx';
import { policyPath } from './paths.ts';

/** As many other vehicles as the contract gives. */
const maxOthers = 100;

/** Whose it is, what it covers, until when, and for how much. */
export function PolicyFacts({ policy }: { policy: PolicyDetail }) {
  const { t, format } = useI18n();
  return (
    <>
      <Owner policy={policy} />
      <Section title={t('policies.facts.money')}>
        <Fields>
          <Field label={t('policies.column.validFrom')}>
            {policy.validFrom === null ? t('policies.facts.noStart') : format.day(policy.validFrom)}
          </Field>
          <Field label={t('policies.column.validTo')}>
            {policy.validTo === null ? t('policies.facts.noEnd') : format.day(policy.validTo)}
          </Field>
          <Field label={t('policies.column.accountBalance')}>
            <Amount value={policy.accountBalance} />
          </Field>
          <Field label={t('policies.column.deductibleAmount')}>
            <Amount value={policy.deductibleAmount} />
          </Field>
        </Fields>
      </Section>
      <Section title={t('policies.group.coverages')}>
        {policy.coverages.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('policies.facts.noCoverages')}
          </Typography>
        ) : (
          <Box
            component="ul"
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
              columnGap: 5,
              rowGap: 1.5,
            }}
          >
            {policy.coverages.map(({ code, name }) => (
              <Typography component="li" variant="body2" key={`${code} ${name}`}>
                <PlainCode value={code} /> {name}
                <Covers code={code} />
              </Typography>
            ))}
          </Box>
        )}
      </Section>
    </>
  );
}

/** Which types of incident a code covers, as it was assigned; that it is not where nobody has said so. */
function Covers({ code }: { code: string }) {
  const { t } = useI18n();
  const assignments = useSettings().data?.coverageOfIncident;
  if (assignments === undefined) return null;
  const covers = assignedTo(code, assignments);
  const label =
    covers === null
      ? t('policies.assign.unassigned')
      : covers.length === 0
        ? t('policies.facts.coversNone')
        : covers.map((type) => t(`policies.incidentType.${type}`)).join(', ');
  return (
    <Typography
      component="span"
      variant="caption"
      sx={{ display: 'block', ...(covers === null ? { color: 'warning.main' } : {}) }}
    >
      {label}
    </Typography>
  );
}

function Owner({ policy }: { policy: PolicyDetail }) {
  const { t } = useI18n();
  const { owner } = policy;
  const isCompany = owner.personTypeId === 1;
  const said = (text: string | null) => (text === null || text === '' ? t('common.none') : text);
  const type = owner.identificationTypeId;
  const number = isCompany ? owner.companyTaxId : owner.identification;
  const label = isCompany
    ? t('policies.column.companyTaxId')
    : type === 1 || type === 2 || type === 3
      ? t(`policies.identificationType.${type}`)
      : t('policies.column.identification');
  return (
    <Section title={t('policies.facts.owner')}>
      <Fields>
        <Field label={t(isCompany ? 'policies.facts.company' : 'policies.facts.person')}>
          {said(policy.ownerName)}
        </Field>
        <Field label={label}>
          {number === null || number === '' ? t('common.none') : <Code value={number} what={label} />}
          <OddText odd={policy.odd} column={isCompany ? 'companyTaxId' : 'identification'} />
        </Field>
        <Field label={t('policies.column.phoneNumber')}>{said(owner.phoneNumber)}</Field>
        <Field label={t('policies.column.emailAddress')}>{said(owner.emailAddress)}</Field>
        <Field label={t('policies.column.address')} wide={owner.address.length > 60}>
          {said(owner.address)}
        </Field>
      </Fields>
    </Section>
  );
}

/** What else is on the policy, and who had a hand in this row last. */
export function PolicyRest({ policy }: { policy: PolicyDetail }) {
  const { t } = useI18n();
  const who = useActorName();
  const when = useWhen();
  return (
    <>
      {policy.otherVehicles.length > 0 && <OtherVehicles policy={policy} />}
      <Typography
        variant="caption"
        component="p"
        sx={{ pl: 6, pr: ({ perito }) => perito.gutter, py: 4, borderTop: 1, borderColor: 'divider' }}
      >
        {t('policies.detail.changed', { when: when(policy.changedAt), who: who(policy.changedBy) })}
      </Typography>
    </>
  );
}

function OtherVehicles({ policy }: { policy: PolicyDetail }) {
  const { t } = useI18n();
  return (
    <Section title={t('policies.facts.otherVehicles')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {policy.otherVehicles.map((other) => (
          <Typography component="li" variant="body2" key={other.id}>
            <Link component={RouteLink} href={policyPath(other.id)} underline="always">
              {other.vehicle === '' ? t('policies.detail.noVehicle') : other.vehicle}
            </Link>{' '}
            · <PlainCode value={other.vin} />
          </Typography>
        ))}
      </Box>
      {policy.otherVehicles.length >= maxOthers && (
        <Typography variant="caption" component="p" sx={{ mt: 2 }}>
          {t('policies.facts.otherVehiclesMany', { count: maxOthers })}
        </Typography>
      )}
    </Section>
  );
}
