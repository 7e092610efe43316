import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PolicyDetail as Detail } from '#shared/contract/policies.ts';
import { useNotDone } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { Link as RouteLink } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName, useKeyName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { useSettings } from '../app/status.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { QueryDetail } from '../components/ErrorState.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { BackButton, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime, useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { assignedTo } from './CoverageAssignment.tsx';
import { LookupChip, useIncidentTypeLabel, useLookupView } from './lookup-view.tsx';
import { PolicyCheck } from './PolicyCheck.tsx';
import { PolicyForm, useDraft, usePolicyDrafts } from './PolicyForm.tsx';
import { PolicyStateChip, statesOf, vehicleOf, WarningChip, WarningText } from './PolicyState.tsx';
import { bookPath, lookupPath, lookupsPath, policyPath } from './paths.ts';

/** One vehicle of the book, whole; corrected in place. */
export function PolicyDetail({ id, today }: { id: number; today: string }) {
  const api = useApi();
  const query = useQuery(api.policies.get.queryOptions({ input: { id } }));
  return (
    <QueryDetail query={query} back={bookPath}>
      {(policy) => <Loaded policy={policy} today={today} />}
    </QueryDetail>
  );
}

function Loaded({ policy, today }: { policy: Detail; today: string }) {
  const { t } = useI18n();
  const draft = useDraft(policy.id);
  useWindowTitle(policy.fields.insurancePolicyNumber ?? null);
  const put = usePolicyDrafts((state) => state.put);
  const [confirming, setConfirming] = useState(false);
  const edit = () => {
    setConfirming(false);
    put(policy.id, policy.fields);
  };
  const may = useMay('policies.save');
  useKeys({
    e: draft === undefined && may ? { label: t('policies.detail.edit'), run: edit } : undefined,
  });
  const name = `${t('policies.detail.label')} ${vehicleOf(policy)}`;
  if (draft !== undefined) return <PolicyForm draftKey={policy.id} fields={draft} saved={policy.fields} />;
  return (
    <Box component="article" aria-label={name} sx={{ display: 'contents' }}>
      <PolicyHeader policy={policy} today={today} onEdit={edit} onRemove={() => setConfirming(true)} />
      {confirming && <RemovePolicy policy={policy} onBack={() => setConfirming(false)} />}
      <ScrollRegion label={name}>
        <PolicyFacts policy={policy} />
        <PolicyCheck policy={policy} today={today} />
        <PolicyLookups policy={policy} />
        <PolicyRest policy={policy} />
      </ScrollRegion>
    </Box>
  );
}

type PolicyHeadProps = { policy: Detail; today: string; onEdit: () => void; onRemove: () => void };

/** The vehicle, its policy and states, and the buttons that edit and delete it. */
function PolicyHeader({ policy, today, onEdit, onRemove }: PolicyHeadProps) {
  const { t } = useI18n();
  const vehicle = vehicleOf(policy);
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={bookPath} />
        <Typography variant="h1" sx={{ flex: 1, minWidth: 0 }}>
          {vehicle === '' ? t('policies.detail.noVehicle') : vehicle}
        </Typography>
        <Acts of="policies.save">
          <Button
            variant="text"
            color="error"
            startIcon={<Trash2 size={14} />}
            onClick={onRemove}
            sx={{ flex: 'none' }}
          >
            {t('policies.detail.remove')}
          </Button>
          <Button
            startIcon={<PencilLine size={14} />}
            onClick={onEdit}
            aria-keyshortcuts="E"
            sx={{ flex: 'none' }}
          >
            {t('policies.detail.edit')}
            <Kbd gap>E</Kbd>
          </Button>
        </Acts>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1, flexWrap: 'wrap', minHeight: 32 }}>
        <Typography
          variant="quiet"
          sx={{ mr: 'auto', display: 'flex', flexWrap: 'wrap', columnGap: 3, '& > span': { minWidth: 0 } }}
        >
          <span>
            {t('policies.detail.policy')}{' '}
            <Code value={policy.insurancePolicyNumber} label={t('policies.column.insurancePolicyNumber')} />
          </span>
          <span>
            {t('policies.detail.vin')} <Code value={policy.vin} label={t('policies.detail.vin')} />
          </span>
        </Typography>
        <Box sx={{ display: 'flex', gap: 2 }}>
          {policy.warnings.map(({ column, code }) => (
            <WarningChip key={`${column} ${code}`} column={column} code={code} />
          ))}
          {statesOf(policy, today).map((state) => (
            <PolicyStateChip key={state.name} state={state} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

/** The most other vehicles that the contract gives. */
const maxOthers = 100;

/** The owner, coverages, validity and amounts of a policy. */
function PolicyFacts({ policy }: { policy: Detail }) {
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
          <Field label={t('policies.column.vehicleValue')}>
            {policy.vehicleValue === null ? (
              t('policies.facts.noValue')
            ) : (
              <Amount value={policy.vehicleValue} />
            )}
          </Field>
        </Fields>
      </Section>
      <Section title={t('policies.group.coverages')}>
        {policy.coverages.length === 0 ? (
          <Typography variant="quiet">{t('policies.facts.noCoverages')}</Typography>
        ) : (
          <Box
            component="ul"
            sx={{
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

/** The types of incident that a code covers, or that it is unassigned. */
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

function Owner({ policy }: { policy: Detail }) {
  const { t } = useI18n();
  const { owner } = policy;
  const isCompany = owner.personTypeId === 1;
  const orNone = (text: string | null) => (text === null || text === '' ? t('common.none') : text);
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
          {orNone(policy.ownerName)}
        </Field>
        <Field label={label}>
          {number === null || number === '' ? t('common.none') : <Code value={number} label={label} />}
          <WarningText warnings={policy.warnings} column={isCompany ? 'companyTaxId' : 'identification'} />
        </Field>
        <Field label={t('policies.column.phoneNumber')}>{orNone(owner.phoneNumber)}</Field>
        <Field label={t('policies.column.emailAddress')}>{orNone(owner.emailAddress)}</Field>
        <Field label={t('policies.column.address')} wide={owner.address.length > 60}>
          {orNone(owner.address)}
        </Field>
      </Fields>
    </Section>
  );
}

/** The other vehicles of the policy, and who changed this row last. */
function PolicyRest({ policy }: { policy: Detail }) {
  const { t } = useI18n();
  const actorName = useActorName();
  const when = useWhen();
  return (
    <>
      {policy.otherVehicles.length > 0 && <OtherVehicles policy={policy} />}
      <Typography
        variant="caption"
        component="p"
        sx={{ pl: 6, pr: ({ perito }) => perito.gutter, py: 4, borderTop: 1 }}
      >
        {t('policies.detail.changed', { when: when(policy.changedAt), who: actorName(policy.changedBy) })}
      </Typography>
    </>
  );
}

function OtherVehicles({ policy }: { policy: Detail }) {
  const { t } = useI18n();
  return (
    <Section title={t('policies.facts.otherVehicles')}>
      <Box component="ul" sx={{ display: 'grid', gap: 1.5 }}>
        {policy.otherVehicles.map((vehicle) => (
          <Typography component="li" variant="body2" key={vehicle.id}>
            <Link component={RouteLink} href={policyPath(vehicle.id)} underline="always">
              {vehicle.vehicle === '' ? t('policies.detail.noVehicle') : vehicle.vehicle}
            </Link>{' '}
            · <PlainCode value={vehicle.vin} />
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

/** The newest lookups of the policy that are shown beside the vehicle. */
const shown = 5;

/** The marketplace's lookups of this policy. */
function PolicyLookups({ policy }: { policy: Detail }) {
  const { t, format } = useI18n();
  const api = useApi();
  const typeText = useIncidentTypeLabel();
  const keyName = useKeyName();
  const number = policy.insurancePolicyNumber;
  const query = useQuery(
    api.policyLookups.list.queryOptions({ input: { insurancePolicyNumber: number, limit: shown } }),
  );
  const rows = query.data?.rows ?? [];
  return (
    <Section
      title={t('policies.facts.lookups')}
      aside={
        (query.data?.total ?? 0) > shown && (
          <Link
            component={RouteLink}
            href={lookupsPath}
            variant="body2"
            onClick={() => useLookupView.setState({ text: number })}
          >
            {t('policies.facts.allLookups')} ({format.count(query.data?.total ?? 0)})
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <Typography variant="quiet">
          {query.isPending ? t('common.loading') : t('policies.facts.noLookups')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: 1.5 }}>
          {rows.map((row) => (
            <Box
              component="li"
              key={row.id}
              sx={{ typography: 'body2', display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}
            >
              <Link component={RouteLink} href={lookupPath(row.id)}>
                {row.kind === 'balance' ? t('policies.lookups.kind.balance') : typeText(row.incidentTypeId)}
              </Link>
              <Box component="span" sx={{ color: 'text.secondary', flex: 1 }}>
                <RelativeTime at={row.at} /> · {keyName(row.keyLabel)}
              </Box>
              <LookupChip row={row} />
            </Box>
          ))}
        </Box>
      )}
    </Section>
  );
}

/** Asks for confirmation in place; the notice can undo the removal. */
function RemovePolicy({ policy, onBack }: { policy: Detail; onBack: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const vehicle = vehicleOf(policy) || policy.vin;
  const stale = () => void queries.invalidateQueries({ queryKey: api.policies.list.key() });
  const failed = useNotDone();
  const restore = useMutation({
    ...api.policies.save.mutationOptions(),
    onSuccess: (back) => {
      stale();
      notify({ tone: 'done', text: t('policies.detail.restored', { vehicle }) });
      go(policyPath(back.id));
    },
    onError: failed,
  });
  const remove = useMutation({
    ...api.policies.remove.mutationOptions(),
    onSuccess: () => {
      go(bookPath, { replace: true });
      queries.removeQueries({ queryKey: api.policies.get.key({ input: { id: policy.id } }) });
      stale();
      notify({
        tone: 'done',
        text: t('policies.detail.removed', { vehicle }),
        undo: () => restore.mutate({ fields: policy.fields }),
      });
    },
    onError: failed,
  });
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 4, flex: 'none' }}>
      <Alert severity="warning">
        <strong>{t('policies.detail.removeTitle')}</strong>
        <br />
        {t('policies.detail.removeText')}
        <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
          <Button onClick={onBack}>{t('common.cancel')}</Button>
          <Button color="error" disabled={remove.isPending} onClick={() => remove.mutate({ id: policy.id })}>
            {t('policies.detail.removeConfirm')}
          </Button>
        </Box>
      </Alert>
    </Box>
  );
}
