import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleOff, Clock, Star } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type {
  AttachmentsPlace,
  DatabaseProtection,
  DatabaseReplica,
  DatabaseServer,
  DatabaseState,
  TakeOver,
} from '#shared/contract/database.ts';
import { computerOf } from '#shared/engine-names.ts';
import { lengthOfTime } from '#shared/length-of-time.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useStatus } from '../app/status.ts';
import { backupPaths, useBackups, useSince } from '../backups/use-backups.ts';
import { Box } from '../components/Box.tsx';
import { CopyBlock } from '../components/CopyBlock.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, SystemWords } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { type ChipTone, StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { useDatabaseFaultText } from '../recovery/database-fault.ts';
import { SettingsPart } from './SettingsForm.tsx';
import { commandOfMove, commandOfSecond, hostsOf } from './second-engine.ts';
import { synchronousNamesOf } from './synchronous-names.ts';

type Server = NonNullable<DatabaseServer['server']>;

/** How often it is looked at while somebody looks on, in milliseconds. */
const lookEvery = 5000;

/** Where the data are; of a server who leads, what follows it, and what would be lost if it broke. */
export function DatabaseSettings() {
  const { t } = useI18n();
  const state = useQuery({ ...useApi().database.get.queryOptions(), refetchInterval: lookEvery });
  return (
    <SettingsPart title={t('settings.section.database')} about={t('database.about')}>
      {state.isError && <ErrorState query={state} />}
      {state.data === undefined ? !state.isError && <FormSkeleton /> : <Known state={state.data} />}
    </SettingsPart>
  );
}

function Known({ state }: { state: DatabaseState & { attachments: AttachmentsPlace | null } }) {
  return (
    <>
      {state.kind === 'files' ? (
        <InFiles state={state} />
      ) : (
        <OnServer state={state} attachments={state.attachments?.address ?? null} />
      )}
      {state.attachments !== null && <Attachments place={state.attachments} />}
      <Care state={state} />
    </>
  );
}

/** A titled part of the page. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, pt: 4, borderTop: 1 }}
    >
      <Typography variant="h3" component="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function InFiles({ state }: { state: DatabaseState & { kind: 'files' } }) {
  const { t, format } = useI18n();
  const folder = useQuery(useApi().recovery.folder.queryOptions({ staleTime: 60_000 })).data;
  return (
    <Part title={t('database.files.title')}>
      <Typography variant="body2">{t('database.files.text')}</Typography>
      <Fields>
        <Field label={t('database.files.journal')}>{format.bytes(state.journalBytes)}</Field>
        <Field label={t('database.files.database')}>{format.bytes(state.databaseBytes)}</Field>
        {state.freeBytes !== null && (
          <Field label={t('database.files.free')}>{format.bytes(state.freeBytes)}</Field>
        )}
      </Fields>
      <Typography variant="quiet" sx={{ mt: 2 }}>
        {t('database.files.grow')}
      </Typography>
      {folder !== undefined && (
        <CopyBlock
          label={t('database.files.command')}
          text={commandOfMove(folder.path, t('database.files.exampleHost'))}
        />
      )}
    </Part>
  );
}

/** That the server cannot be worked with now, and what is to be looked at. */
function Unreached({ state: { address, place, problem } }: { state: DatabaseServer }) {
  const { t } = useI18n();
  const hosts = hostsOf(address);
  const faultText = useDatabaseFaultText();
  const isSilent = problem === null || problem.code === 'noAnswer';
  const { meaning, wayOut } = isSilent ? { meaning: '', wayOut: '' } : faultText(problem);
  return (
    <Alert severity="error" role="status">
      {isSilent ? (
        <>
          <strong>{t('database.unreachable.title')}.</strong>{' '}
          {hosts.length === 1
            ? t('database.unreachable.text', { host: place.host, port: place.port })
            : t('database.unreachable.textOfSeveral', { hosts: hosts.join(', ') })}
        </>
      ) : (
        <>
          <strong>{meaning}</strong> {wayOut}
        </>
      )}
      <SystemWords text={problem?.detail ?? ''} />
    </Alert>
  );
}

function OnServer({
  state,
  attachments,
}: {
  state: DatabaseServer;
  /** Where photos and papers are besides the data directory. */
  attachments: string | null;
}) {
  const { t, format } = useI18n();
  const when = useWhen();
  const { address, place, server } = state;
  const hosts = hostsOf(address);
  return (
    <>
      {server === null ? (
        <Unreached state={state} />
      ) : (
        <>
          <Replication replication={server.replication} user={place.user} />
          <Engines
            engines={server.engines}
            command={commandOfSecond(address, attachments)}
            isWaiting={server.replication.protection === 'waits'}
          />
        </>
      )}
      <Part title={t('database.server.title')}>
        <Fields>
          <Field label={t('database.server.host')}>
            {server === null && hosts.length > 1 ? hosts.join(', ') : `${place.host}:${place.port}`}
          </Field>
          <Field label={t('database.server.database')}>{place.database}</Field>
          <Field label={t('database.server.schema')}>{place.schema}</Field>
          <Field label={t('database.server.user')}>{place.user}</Field>
          {server !== null && (
            <>
              <Field label={t('database.server.version')}>
                {t('database.server.postgres', { version: server.version })}
              </Field>
              <Field label={t('database.server.size')}>
                {server.bytes === null ? t('database.server.hidden') : format.bytes(server.bytes)}
              </Field>
              <Field label={t('database.server.since')}>{when(server.startedAt)}</Field>
            </>
          )}
        </Fields>
      </Part>
      {server !== null && (
        <>
          <Connections connections={server.connections} />
          <Statements statements={server.statements} user={place.user} />
        </>
      )}
    </>
  );
}

const severities = {
  synchronous: 'success',
  waits: 'error',
  asynchronous: 'error',
  none: 'error',
  hidden: 'warning',
} as const satisfies Record<DatabaseProtection, string>;

/** What would be lost, in words, and what to do about it. */
function Replication({ replication, user }: { replication: Server['replication']; user: string }) {
  const { t } = useI18n();
  const behindOf = useBehind();
  const { protection, replicas, synchronousNames } = replication;
  const ahead = replicas.toSorted((a, b) => (a.behindBytes ?? 0) - (b.behindBytes ?? 0))[0];
  const proposed = synchronousNamesOf(replicas);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Alert severity={severities[protection]} role="status">
        <strong>{t(`database.replication.${protection}.title`)}.</strong>{' '}
        {t(`database.replication.${protection}.text`, {
          names: synchronousNames,
          behind: ahead === undefined ? '' : behindOf(ahead),
        })}
        {protection === 'none' && ` ${t('database.replication.makeFirst')}`}
      </Alert>
      {protection === 'asynchronous' &&
        (proposed === null ? (
          <Typography variant="body2">{t('database.replication.nameFirst')}</Typography>
        ) : (
          <CopyBlock
            label={t('database.replication.makeSynchronous')}
            text={`ALTER SYSTEM SET synchronous_standby_names = ${proposed};\nSELECT pg_reload_conf();`}
          />
        ))}
      {protection === 'hidden' && (
        <CopyBlock label={t('database.replication.grant')} text={`GRANT pg_read_all_stats TO "${user}";`} />
      )}
      {replicas.length > 0 && protection !== 'hidden' && <Replicas replicas={replicas} />}
    </Box>
  );
}

function useBehind(): (replica: DatabaseReplica) => string {
  const { t, format } = useI18n();
  return ({ behindBytes, behindSeconds }) => {
    if (behindBytes === null) return t('database.replication.of.unknown');
    if (behindBytes === 0) return t('database.replication.nothing');
    const seconds = format.count(Math.round((behindSeconds ?? 0) * 10) / 10);
    return t('database.replication.behindSize', { bytes: format.bytes(behindBytes), seconds });
  };
}

const tones: Record<string, ChipTone> = { sync: 'matched', quorum: 'matched', potential: 'waiting' };
const syncStates = ['sync', 'quorum', 'potential', 'async'] as const;

function Replicas({ replicas }: { replicas: readonly DatabaseReplica[] }) {
  const { t } = useI18n();
  const behindOf = useBehind();
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={t('database.replication.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('database.replication.name')}</TableCell>
            <TableCell>{t('database.replication.state')}</TableCell>
            <TableCell align="right">{t('database.replication.behind')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {replicas.map((replica, index) => {
            const known = syncStates.find((one) => one === replica.syncState) ?? 'unknown';
            const isUp = replica.state === 'streaming';
            const label = t(`database.replication.of.${known}`);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two replicas may have one name and one address.
              <TableRow key={index}>
                <TableCell component="th" scope="row">
                  {replica.name === '' ? t('database.replication.unnamed') : replica.name}
                  {replica.address !== null && (
                    <Typography variant="caption" component="p">
                      {replica.address}
                    </Typography>
                  )}
                </TableCell>
                <TableCell>
                  <StateChip
                    tone={isUp ? (tones[known] ?? 'refusal') : 'waiting'}
                    icon={known === 'sync' || known === 'quorum' ? CircleCheck : Clock}
                    label={isUp ? label : `${label}, ${t('database.replication.catchingUp')}`}
                  />
                </TableCell>
                <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {behindOf(replica)}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
}

/** Which engine leads, and which wait for its place. */
function Engines({
  engines: { leader, standbys },
  command,
  isWaiting,
}: {
  engines: Server['engines'];
  command: string;
  /** Nothing is committed that waits for a replica, as a take-over does. */
  isWaiting: boolean;
}) {
  const { t } = useI18n();
  const when = useWhen();
  const sinceOf = useSince();
  // One that stands by cannot write that it does where nothing is committed.
  const isAlone = !isWaiting && !standbys.some(({ isThere }) => isThere);
  const after = useAfter();
  const found = useStatus().data?.engine.takeOver ?? null;
  // It may have been started again since.
  const isSame = found !== null && leader !== null && computerOf(found.leader) === computerOf(leader.name);
  const takeOver = isSame ? found : null;
  return (
    <Part title={t('database.engines.title')}>
      {leader === null && (
        <Alert severity="warning">{t(isWaiting ? 'database.engines.waits' : 'database.engines.none')}</Alert>
      )}
      <Box component="ul" aria-label={t('database.engines.title')}>
        {leader !== null && (
          <Engine
            name={leader.isThis ? `${leader.name}, ${t('database.engines.here')}` : leader.name}
            about={[
              t('database.engines.since', { when: sinceOf(leader.since) }),
              ...(takeOver === null ? [] : [after(takeOver)]),
            ].join(' · ')}
            chip={<StateChip tone="matched" icon={Star} label={t('database.engines.leads')} />}
          />
        )}
        {standbys.map(({ name, since, heardAt, isThere }) => (
          <Engine
            key={name}
            name={name}
            about={`${t('database.engines.since', { when: sinceOf(since) })} · ${t('database.engines.heard', { when: when(heardAt) })}`}
            chip={
              isThere ? (
                <StateChip tone="accent" icon={Clock} label={t('database.engines.standsBy')} />
              ) : (
                <StateChip tone="neutral" icon={CircleOff} label={t('database.engines.gone')} />
              )
            }
          />
        ))}
      </Box>
      {isAlone && leader !== null && (
        <>
          <Alert severity="warning">
            {t('database.engines.alone')}{' '}
            {takeOver?.isPlanned === false && `${t('database.takeOver.do', { before: takeOver.before })} `}
            {t('database.engines.aloneDo')}
          </Alert>
          <CopyBlock label={t('database.engines.command')} text={command} />
          <Typography variant="quiet">{t('database.engines.asService')}</Typography>
        </>
      )}
    </Part>
  );
}

/** Says in whose place an engine leads. */
function useAfter(): (takeOver: TakeOver) => string {
  const { t, locale } = useI18n();
  return ({ before, unledMilliseconds, silentMilliseconds }) =>
    silentMilliseconds === null
      ? t('database.takeOver.afterPlanned', { before, long: lengthOfTime(unledMilliseconds, locale) })
      : t('database.takeOver.afterUnplanned', { before, long: lengthOfTime(silentMilliseconds, locale) });
}

function Engine({ name, about, chip }: { name: string; about: string; chip: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 3,
        alignItems: 'center',
        py: 2,
        borderBottom: 1,
        '&:last-child': { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">{name}</Typography>
        <Typography variant="caption" component="p">
          {about}
        </Typography>
      </Box>
      {chip}
    </Box>
  );
}

/** Of so many of them in use it is said that few are left. */
const fewLeft = 0.8;

function Connections({ connections: { used, own, limit } }: { connections: Server['connections'] }) {
  const { t, format } = useI18n();
  const share = limit === 0 ? 0 : Math.min(used / limit, 1);
  const said = t('database.connections.used', { used: format.count(used), limit: format.count(limit) });
  return (
    <Part title={t('database.connections.title')}>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {said} · {t('database.connections.own', { own: format.count(own) })}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={said}
        value={Math.round(share * 100)}
        color={share >= fewLeft ? 'error' : 'primary'}
        sx={{ borderRadius: 1 }}
      />
      {share >= fewLeft && <Alert severity="warning">{t('database.connections.full')}</Alert>}
    </Part>
  );
}

function Statements({ statements, user }: { statements: Server['statements']; user: string }) {
  const { t, format } = useI18n();
  if (statements.state !== 'known')
    return (
      <Part title={t('database.statements.title')}>
        <Typography variant="body2">{t(`database.statements.${statements.state}`)}</Typography>
        {statements.state !== 'notLoaded' && (
          <CopyBlock
            label={t('database.statements.command')}
            text={
              statements.state === 'notInstalled'
                ? 'CREATE EXTENSION pg_stat_statements;'
                : `GRANT pg_read_all_stats TO "${user}";`
            }
          />
        )}
      </Part>
    );
  const limit = format.count(statements.slowMilliseconds);
  const milliseconds = (value: number) =>
    t('database.statements.milliseconds', { value: format.count(Math.round(value)) });
  return (
    <Part title={t('database.statements.title')}>
      <Typography variant="quiet">
        {t(statements.slow.length === 0 ? 'database.statements.none' : 'database.statements.about', {
          limit,
        })}
      </Typography>
      {statements.slow.length > 0 && (
        <>
          <Table size="small" aria-label={t('database.statements.title')} sx={{ tableLayout: 'fixed' }}>
            <TableHead>
              <TableRow>
                <TableCell>{t('database.statements.text')}</TableCell>
                {(['calls', 'mean', 'max'] as const).map((column) => (
                  <TableCell key={column} align="right" sx={{ width: 96 }}>
                    {t(`database.statements.${column}`)}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody sx={{ '& td': { verticalAlign: 'top', fontVariantNumeric: 'tabular-nums' } }}>
              {statements.slow.map(({ text, calls, meanMilliseconds, maxMilliseconds }) => (
                <TableRow key={text}>
                  <TableCell sx={{ fontFamily: 'code', fontSize: 12, overflowWrap: 'anywhere' }}>
                    {text}
                  </TableCell>
                  <TableCell align="right">{format.count(calls)}</TableCell>
                  <TableCell align="right">{milliseconds(meanMilliseconds)}</TableCell>
                  <TableCell align="right">{milliseconds(maxMilliseconds)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <Typography variant="quiet">{t('database.statements.do')}</Typography>
        </>
      )}
    </Part>
  );
}

/** Where photos and papers are besides the data directory, and what to do where that cannot be used. */
function Attachments({ place: { kind, name, store, problem, reachedAt } }: { place: AttachmentsPlace }) {
  const { t } = useI18n();
  const when = useWhen();
  const sinceOf = useSince();
  return (
    <Part title={t('database.attachments.title')}>
      {problem !== null && (
        <Alert severity="error" role="status">
          <strong>{t('database.attachments.away')}.</strong>{' '}
          {t(`database.attachments.problem.${problem.code}`)}{' '}
          {t('database.attachments.since', { when: sinceOf(problem.since) })}
          <SystemWords text={problem.detail} />
        </Alert>
      )}
      <Typography variant="body2">{t('database.attachments.text')}</Typography>
      <Fields>
        <Field label={t(kind === 'folder' ? 'database.attachments.folder' : 'database.attachments.bucket')}>
          {name}
        </Field>
        {store !== null && (
          <>
            <Field label={t('database.attachments.endpoint')}>{store.endpoint}</Field>
            <Field label={t('database.attachments.region')}>{store.region}</Field>
          </>
        )}
        <Field label={t('database.attachments.reached')}>
          {reachedAt === null ? t('database.attachments.notYet') : when(reachedAt)}
        </Field>
      </Fields>
    </Part>
  );
}

/** Versions, the last backup and the last check, wherever the data are. */
function Care({ state }: { state: DatabaseState }) {
  const { t } = useI18n();
  const when = useWhen();
  const status = useStatus();
  const backups = useBackups();
  const verification = useQuery(useApi().verification.get.queryOptions());
  const made = (backups.data?.places ?? [])
    .flatMap(({ lastGood }) => (lastGood === null ? [] : [lastGood.madeAt]))
    .toSorted()
    .at(-1);
  const wholeAt = verification.data?.wholeAt;
  return (
    <Part title={t('database.care.title')}>
      <Fields>
        <Field label={t('database.care.version')}>{status.data?.version ?? ''}</Field>
        <Field label={t('database.care.schema')}>{t('database.care.schemas', state.schema)}</Field>
        <Field label={t('database.care.backup')}>
          {backups.data !== undefined && (made === undefined ? t('database.care.noBackup') : when(made))}
        </Field>
        <Field label={t('database.care.check')}>
          {verification.data !== undefined && (wholeAt == null ? t('database.care.noCheck') : when(wholeAt))}
        </Field>
      </Fields>
      {state.kind === 'server' && <Typography variant="body2">{t('database.care.backupServer')}</Typography>}
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button component={Link} href={backupPaths.settings}>
          {t('database.care.toBackups')}
        </Button>
        <Button component={Link} href="/settings/verification">
          {t('database.care.toCheck')}
        </Button>
      </Box>
    </Part>
  );
}
