import Button from '@mui/material/Button';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScanSearch, SearchX, ShieldCheck } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { PolicyLookupRow } from '#shared/contract/policy-lookups.ts';
import type { Client } from '../app/connection.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useKeyName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { QueryDetail } from '../components/ErrorState.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { formatJson } from '../components/json-text.ts';
import { DetailHeader, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { ListScreen, ListSearch } from '../components/list/ListScreen.tsx';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { LookupChip, useIncidentTypeLabel, useLookupView } from './lookup-view.tsx';
import { PolicyTabs } from './PolicyTabs.tsx';
import { lookupPath, lookupsPath, policyPath } from './paths.ts';

const hrefOf = (row: { id: number }) => lookupPath(row.id);

/** The marketplace's lookups in the policy book, with one of them open. */
export function LookupsScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const { text } = useLookupView();
  const wanted = useDeferredValue(text.trim());
  const list = useLookupList(wanted);
  return (
    <ListScreen
      title={t('policies.tabs.lookups')}
      list={list}
      path={lookupsPath}
      hrefOf={hrefOf}
      selected={id}
      tabs={<PolicyTabs current="lookups" />}
      aside={
        list.rows.length > 0 && <ExportButton source={{ of: 'policyLookups', filter: inputOf(wanted) }} />
      }
      filters={
        <ListSearch
          label={t('policies.lookups.search')}
          placeholder={t('policies.lookups.searchPlaceholder')}
          value={text}
          onChange={(value) => useLookupView.setState({ text: value })}
        />
      }
      empty={
        <EmptyState
          icon={wanted === '' ? ScanSearch : SearchX}
          title={t(wanted === '' ? 'policies.lookups.emptyTitle' : 'policies.lookups.noneTitle')}
          text={t(wanted === '' ? 'policies.lookups.emptyText' : 'policies.lookups.noneText')}
        />
      }
      renderRow={(row, isOpen) => <LookupRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
      detail={id === null ? null : <LookupDetail key={id} id={id} />}
    />
  );
}

/** A VIN has 17 letters and digits, none of them I, O or Q (ISO 3779). Anything else is searched as a policy. */
export const looksLikeVin = (text: string) => /^[A-HJ-NPR-Z0-9]{17}$/i.test(text);

const inputOf = (text: string) => ({
  ...(text === '' ? {} : looksLikeVin(text) ? { vin: text } : { insurancePolicyNumber: text }),
});

/** Lookups, newest first; of one policy or VIN where `text` names one. */
function useLookupList(text: string) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policyLookups.list.infiniteOptions({
      ...pageOptions(inputOf(text)),
      placeholderData: keepPreviousData,
    }),
  );
  return useInfiniteList(query);
}

/** A lookup in its list: policy or VIN, answer, purpose, key and time. */
function LookupRowLink(props: { row: PolicyLookupRow; href: string; selected: boolean }) {
  const { row } = props;
  const { t, format } = useI18n();
  const typeText = useIncidentTypeLabel();
  const keyName = useKeyName();
  return (
    <RowLink href={props.href} selected={props.selected} loud={false}>
      <span className="first">
        <span className="grow">
          <PlainCode value={row.insurancePolicyNumber ?? row.vin ?? ''} />
        </span>
        <LookupChip row={row} />
      </span>
      <span className="second">
        <span className="grow">
          {row.kind === 'balance'
            ? t('policies.lookups.kind.balance')
            : [
                typeText(row.incidentTypeId),
                row.incidentDate === null ? null : format.day(row.incidentDate),
                keyName(row.keyLabel),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
        </span>
        <RelativeTime at={row.at} />
      </span>
    </RowLink>
  );
}

type Lookup = Awaited<ReturnType<Client['policyLookups']['get']>>;

/** One lookup: its parameters, and its response as it was sent. */
function LookupDetail({ id }: { id: number }) {
  const api = useApi();
  const query = useQuery(api.policyLookups.get.queryOptions({ input: { id } }));
  return (
    <QueryDetail query={query} back={lookupsPath}>
      {(lookup) => <Loaded lookup={lookup} />}
    </QueryDetail>
  );
}

function Loaded({ lookup }: { lookup: Lookup }) {
  const { t } = useI18n();
  const keyName = useKeyName();
  const name = `${t('policies.lookups.detail.label')} ${lookup.insurancePolicyNumber ?? lookup.vin ?? ''}`;
  return (
    <Box component="article" aria-label={name} sx={{ display: 'contents' }}>
      <DetailHeader back={lookupsPath} sx={{ pb: 3.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1">{t(`policies.lookups.kind.${lookup.kind}`)}</Typography>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              mt: 1,
              color: 'text.secondary',
              flexWrap: 'wrap',
            }}
          >
            <LookupChip row={lookup} />
            <Typography variant="body2">
              <RelativeTime at={lookup.at} /> · {keyName(lookup.keyLabel)}
            </Typography>
          </Box>
        </Box>
        <InTheBook lookup={lookup} />
      </DetailHeader>
      <ScrollRegion label={name}>
        <Section title={t('policies.lookups.detail.query')}>
          <Asked lookup={lookup} />
        </Section>
        <Answer lookup={lookup} />
      </ScrollRegion>
    </Box>
  );
}

function Asked({ lookup }: { lookup: PolicyLookupRow }) {
  const { t, format } = useI18n();
  const typeText = useIncidentTypeLabel();
  const keyName = useKeyName();
  const notSaid = t('policies.lookups.detail.notStated');
  const code = (value: string | null, label: string) =>
    value === null ? notSaid : <Code value={value} label={label} />;
  const number = t('policies.lookups.detail.number');
  const vin = t('policies.lookups.detail.vin');
  const intermediary = t('policies.lookups.detail.intermediary');
  return (
    <Fields>
      <Field label={number}>{code(lookup.insurancePolicyNumber, number)}</Field>
      <Field label={vin}>{code(lookup.vin, vin)}</Field>
      {lookup.kind === 'policy' && (
        <>
          <Field label={t('policies.lookups.detail.type')}>
            {lookup.incidentTypeId === null ? notSaid : typeText(lookup.incidentTypeId)}
          </Field>
          <Field label={t('policies.lookups.detail.date')}>
            {lookup.incidentDate === null ? notSaid : format.day(lookup.incidentDate)}
          </Field>
          <Field label={t('policies.lookups.detail.category')}>
            <Category id={lookup.reportCategoryId} />
          </Field>
          <Field label={intermediary}>{code(lookup.intermediaryTaxId, intermediary)}</Field>
        </>
      )}
      <Field label={t('policies.lookups.detail.key')}>{keyName(lookup.keyLabel)}</Field>
      <Field label={t('policies.lookups.detail.at')}>{format.exact(lookup.at)}</Field>
    </Fields>
  );
}

function Category({ id }: { id: number | null }) {
  const { t } = useI18n();
  if (id === null) return t('policies.lookups.detail.notStated');
  return id === 1 || id === 2
    ? t(`policies.lookups.detail.categories.${id}`)
    : t('policies.lookups.detail.categoryOther', { id });
}

function Answer({ lookup }: { lookup: Lookup }) {
  const { t, format } = useI18n();
  const answer = useMemo(() => formatJson(lookup.answer), [lookup.answer]);
  const raw = t('policies.lookups.detail.raw');
  return (
    <>
      <Section title={t('policies.lookups.detail.answer')}>
        <Fields>
          <Field label={t('policies.lookups.detail.policies')}>{format.count(lookup.policies)}</Field>
          <Field label={t('policies.lookups.detail.vehicles')}>{format.count(lookup.vehicles)}</Field>
          {lookup.kind === 'policy' && lookup.vehicles > 0 && (
            <Field label={t('policies.lookups.detail.cover')}>
              {t(`policies.lookups.cover.${lookup.cover ?? 'unknown'}`)}
            </Field>
          )}
          {lookup.kind === 'policy' && (
            <Field label={t('policies.lookups.detail.rules')}>
              {lookup.rules.length === 0
                ? t('policies.lookups.detail.noRules')
                : lookup.rules.map((rule) => t(`policies.rule.${rule}`)).join(', ')}
            </Field>
          )}
        </Fields>
      </Section>
      <Section title={raw} aside={t('policies.lookups.detail.status', { status: lookup.status })}>
        <CodeBlock label={raw} text={answer} />
      </Section>
    </>
  );
}

/** Leads to the vehicle, where the book still has it. */
function InTheBook({ lookup }: { lookup: PolicyLookupRow }) {
  const { t } = useI18n();
  const api = useApi();
  const query = useQuery({
    ...api.policies.check.queryOptions({
      input: {
        ...(lookup.insurancePolicyNumber === null
          ? {}
          : { insurancePolicyNumber: lookup.insurancePolicyNumber }),
        ...(lookup.vin === null ? {} : { vin: lookup.vin }),
        incidentDate: lookup.incidentDate?.slice(0, 10) ?? lookup.at.slice(0, 10),
      },
    }),
    enabled: lookup.vehicles > 0,
  });
  const id = query.data?.id;
  if (id == null) return null;
  return (
    <Button
      component={Link}
      href={policyPath(id)}
      startIcon={<ShieldCheck size={14} />}
      sx={{ flex: 'none' }}
    >
      {t('policies.lookups.detail.open')}
    </Button>
  );
}
