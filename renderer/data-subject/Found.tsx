import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type SubjectFound, type SubjectRelation, subjectRelations } from '#shared/contract/data-subject.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { SelectField } from '../components/FormFields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { recordPath } from '../records/paths.ts';
import { alsoBy, useAsked } from './asked.ts';

type Props = { found: SubjectFound };

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" id={id}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

const edgeless = { '& th:first-of-type, & td:first-of-type': { pl: 0 } };
const any = 'any';

/** How many records there are for each reason, and which. */
export function FoundRecords({ found: { at, records } }: Props) {
  const { t, format } = useI18n();
  const [reason, setReason] = useState<SubjectRelation | typeof any>(any);
  if (records.total === 0) return null;
  const reasons = subjectRelations.filter((relation) => records.relations[relation] > 0);
  const shown = { count: records.total, shown: format.count(records.total) };
  const attachments = { count: records.attachments, shown: format.count(records.attachments) };
  const earlier = { count: records.earlierOnly, shown: format.count(records.earlierOnly) };
  return (
    <Part title={`${t('dataSubject.records', shown)} · ${t('dataSubject.attachments', attachments)}`}>
      {records.earlierOnly > 0 && (
        <Typography variant="body2">{t('dataSubject.earlierOnly', earlier)}</Typography>
      )}
      {reasons.length > 1 && (
        <SelectField<SubjectRelation | typeof any>
          label={t('dataSubject.export.which')}
          width={360}
          value={reason}
          options={[any, ...reasons]}
          labelOf={(one) =>
            one === any
              ? `${t('dataSubject.allReasons')} (${shown.shown})`
              : `${t(`dataSubject.relation.${one}`)} (${format.count(records.relations[one])})`
          }
          onChange={setReason}
        />
      )}
      <RecordTable key={`${at} ${reason}`} at={at} relation={reason === any ? undefined : reason} />
    </Part>
  );
}

const pageRows = 20;

function RecordTable({ at, relation }: { at: string; relation: SubjectRelation | undefined }) {
  const { t } = useI18n();
  const api = useApi();
  const list = useInfiniteQuery(
    api.dataSubject.records.infiniteOptions({
      // Another search has other pages.
      queryKey: [...api.dataSubject.records.key(), at, relation ?? any],
      input: (belowId: number | undefined) => ({
        limit: pageRows,
        ...(relation === undefined ? {} : { relation }),
        ...(belowId === undefined ? {} : { belowId }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextBelowId }) => nextBelowId ?? undefined,
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const details = useQuery({
    ...api.records.rows.queryOptions({ input: { ids: rows.map(({ id }) => id) }, enabled: rows.length > 0 }),
    placeholderData: keepPreviousData,
  });
  const byId = new Map(details.data?.map((row) => [row.id, row]));
  if (list.isError) return <ErrorState query={list} />;
  return (
    <>
      <Table size="small" sx={edgeless}>
        <TableBody>
          {rows.map(({ id, relations }) => {
            const row = byId.get(id);
            return (
              <TableRow key={id}>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>
                  {row !== undefined && (
                    <MuiLink component={Link} href={recordPath(row.kind, id)}>
                      <PlainCode value={row.number} />
                    </MuiLink>
                  )}
                </TableCell>
                <TableCell>{row !== undefined && t(`records.kind.${row.kind}`)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{row?.partyName}</TableCell>
                <TableCell>
                  {relations.map((one) => t(`dataSubject.relationOf.${one}`)).join(' · ')}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      {list.hasNextPage && rows.length < maxShown && (
        <Box>
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('dataSubject.more')}
          </Button>
        </Box>
      )}
    </>
  );
}

/** Nobody reads more here: the export has all of them. */
const maxShown = 200;

/** What is no record: policies with their vehicles, lookups, rejected deliveries, and what people wrote. */
export function FoundLists({ found, looked }: Props & { looked: string }) {
  const { t, format } = useI18n();
  const when = useWhen();
  const { policies, lookups, rejected, texts } = found;
  const rest = ({ rows, total }: { rows: readonly unknown[]; total: number }) =>
    rows.length < total && (
      <Typography variant="caption">
        {t('dataSubject.firstOf', { shown: format.count(rows.length), all: format.count(total) })}
      </Typography>
    );
  const titleOf = (name: 'policies' | 'lookups' | 'rejected' | 'texts') =>
    `${t(`dataSubject.${name}`)} · ${format.count(found[name].total)}`;
  return (
    <>
      {policies.total > 0 && (
        <Part title={titleOf('policies')}>
          {policies.rows.map((policy) => (
            <Box key={policy.insurancePolicyNumber} sx={{ display: 'grid', gap: 0.5 }}>
              <Typography variant="body2">
                <PlainCode value={policy.insurancePolicyNumber} /> · {policy.displayName}
                {[policy.companyTaxId, policy.identification]
                  .filter((one) => one !== null && one !== '')
                  .map((one) => ` · ${one}`)
                  .join('')}
              </Typography>
              {policy.vehicles.map(({ vin, makeName, modelName }) => (
                <Typography variant="body2" sx={{ color: 'text.secondary' }} key={vin}>
                  {[makeName, modelName].filter(Boolean).join(' ')} <PlainCode value={vin} />
                </Typography>
              ))}
              <Box sx={{ display: 'flex', gap: 2 }}>
                {alsoBy(policy, looked).map((asked) => (
                  <Button
                    key={asked.text}
                    size="small"
                    onClick={() => {
                      useAsked.setState(asked);
                      window.document.querySelector('main')?.scrollTo({ top: 0 });
                    }}
                  >
                    {t('dataSubject.searchToo', { value: asked.text })}
                  </Button>
                ))}
              </Box>
            </Box>
          ))}
          {rest(policies)}
        </Part>
      )}
      {lookups.total > 0 && (
        <Part title={titleOf('lookups')}>
          {lookups.rows.map(({ seq, at, insurancePolicyNumber, vin }) => (
            <Typography variant="body2" key={seq}>
              {[when(at), insurancePolicyNumber, vin].filter(Boolean).join(' · ')}
            </Typography>
          ))}
          {rest(lookups)}
        </Part>
      )}
      {rejected.total > 0 && (
        <Part title={titleOf('rejected')}>
          {rejected.rows.map(({ seq, at, method, path, title }) => (
            <Typography variant="body2" key={seq} sx={{ overflowWrap: 'anywhere' }}>
              {when(at)} · {method} {path} · {title}
            </Typography>
          ))}
          {rest(rejected)}
        </Part>
      )}
      {texts.total > 0 && (
        <Part title={titleOf('texts')}>
          {texts.rows.map(({ id, source, text }) => (
            <Typography variant="body2" key={`${source} ${id}`} sx={{ overflowWrap: 'anywhere' }}>
              {t(`dataSubject.source.${source}`)}: {text}
            </Typography>
          ))}
          {rest(texts)}
        </Part>
      )}
    </>
  );
}

/** Archives to which closed claims were moved, as far as they concern the person. */
export function OtherArchives({ found: { bundles } }: Props) {
  const { t, format } = useI18n();
  if (bundles.length === 0) return null;
  return (
    <Part title={t('dataSubject.bundles.title')}>
      {bundles.map(({ file, isThere, records }) => (
        <Alert key={file} severity={isThere ? 'info' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
          <PlainCode value={file} />
          <Typography variant="body2">
            {isThere
              ? t('dataSubject.bundles.there', { count: records, shown: format.count(records) })
              : t('dataSubject.bundles.away')}
          </Typography>
        </Alert>
      ))}
    </Part>
  );
}

/** Where it was looked, so that nobody has to wonder what was missed. */
export function SearchedPlaces({ found: { places, textsSearched } }: Props) {
  const { t, format } = useI18n();
  return (
    <Part title={t('dataSubject.places.title')}>
      <Table size="small" sx={edgeless}>
        <TableHead>
          <TableRow>
            <TableCell>{t('dataSubject.places.place')}</TableCell>
            <TableCell align="right">{t('dataSubject.places.lookedAt')}</TableCell>
            <TableCell align="right">{t('dataSubject.places.found')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {places.map(({ place, lookedAt, found, unread }) => (
            <TableRow key={place}>
              <TableCell>
                {t(`dataSubject.place.${place}`)}
                {unread > 0 && (
                  <Typography variant="caption" component="p" sx={{ color: 'warning.main' }}>
                    {t(place === 'pdfs' ? 'dataSubject.places.withoutText' : 'dataSubject.places.unread', {
                      count: unread,
                      shown: format.count(unread),
                    })}
                  </Typography>
                )}
              </TableCell>
              <TableCell align="right">{format.count(lookedAt)}</TableCell>
              <TableCell align="right">{format.count(found)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Typography variant="caption">{t('dataSubject.places.note')}</Typography>
      {!textsSearched && <Alert severity="info">{t('dataSubject.places.shortPolicy')}</Alert>}
    </Part>
  );
}
