import type { AttachmentHost } from '#shared/contract/attachments.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import {
  type AttachmentHostRow,
  appendAudit,
  awaitedHosts,
  awaitingOfHost,
  decideAttachmentHost,
  decidedHosts,
  type Standing,
  type Store,
  standAttachmentsOfHost,
} from '../store/index.ts';
import { withoutQuery } from './without-query.ts';

export type HostStanding = AttachmentHost['standing'];

export interface Hosts {
  standingOf(host: string): HostStanding;
  /** Those that may be called. */
  approved(): { host: string; allowHttp: boolean }[];
  list(): Promise<AttachmentHost[]>;
  /** Decides, and has what waits stand accordingly, the many in the background. */
  decide(decision: HostDecision, actor: Actor): Promise<'decided' | 'isGiven' | 'notAHost'>;
  /** Resolves once what was decided is carried out for all that waited. */
  settled(): Promise<void>;
}

export interface HostDecision {
  host: string;
  standing: HostStanding;
  allowHttp: boolean;
}

/** Attachments that are moved in one job of the writer. */
const batch = 200;
/** Hosts that are shown at the most. */
const mostHosts = 200;

/** Whose files may be fetched: what was decided, and what was given for this run. */
export async function openHosts(room: {
  store: Store;
  clock: Clock;
  log: EngineLog;
  given: readonly string[];
  /** Something may be due now, or stands otherwise. */
  onChange: () => void;
}): Promise<Hosts> {
  const { store, clock, log } = room;
  const given = new Set(room.given.map((host) => host.toLowerCase()));
  const decided = new Map<string, AttachmentHostRow>();
  for (const row of await store.read(decidedHosts)) decided.set(row.host, row);
  let carryingOut: Promise<void> = Promise.resolve();

  const standingOf = (host: string): HostStanding =>
    given.has(host) ? 'approved' : (decided.get(host)?.standing ?? 'pending');

  const carryOut = async (host: string): Promise<void> => {
    for (const [which, standing] of movesOf(host, standingOf(host), clock.now())) {
      let count: number;
      do {
        const at = clock.now();
        count = await store.write((tx) =>
          standAttachmentsOfHost(tx, { host, ...which }, standing, at, batch),
        );
        if (count > 0) room.onChange();
      } while (count === batch);
    }
    room.onChange();
  };

  const shown = async (host: string): Promise<AttachmentHost> => {
    const row = decided.get(host);
    const { waiting, needsHttp, example } = await store.read((tx) => awaitingOfHost(tx, host));
    return {
      host,
      standing: standingOf(host),
      allowHttp: row?.allow_http === 1,
      isGiven: given.has(host),
      waiting,
      needsHttp,
      example: example === null ? null : withoutQuery(example),
      decidedAt: row === undefined ? null : new Date(row.decided_at).toISOString(),
      decidedBy: row?.decided_by ?? null,
    };
  };

  // What waited for a host that was given for this run is fetched in it.
  for (const host of given) carryingOut = carryingOut.then(() => carryOut(host));
  carryingOut = carryingOut.catch((failure: unknown) =>
    log.error({ err: failure }, 'Hosts could not be taken up.'),
  );

  return {
    standingOf,
    approved: () => [
      ...[...decided.values()].flatMap(({ host, standing, allow_http }) =>
        standing === 'approved' && !given.has(host) ? [{ host, allowHttp: allow_http === 1 }] : [],
      ),
      ...[...given].map((host) => ({ host, allowHttp: decided.get(host)?.allow_http === 1 })),
    ],
    async list() {
      const awaited = await store.read((tx) => awaitedHosts(tx, mostHosts));
      const hosts = [...new Set([...awaited, ...given, ...decided.keys()])];
      const rows: AttachmentHost[] = [];
      for (const host of hosts) rows.push(await shown(host));
      const rank = { pending: 0, approved: 1, refused: 2 } as const;
      return rows.sort((a, b) => rank[a.standing] - rank[b.standing] || (a.host < b.host ? -1 : 1));
    },
    async decide({ host: name, standing, allowHttp }, actor) {
      const host = hostNamed(name);
      if (host === null) return 'notAHost';
      if (given.has(host)) return 'isGiven';
      const at = clock.now();
      const row =
        standing === 'pending'
          ? null
          : { standing, allow_http: allowHttp ? 1 : 0, decided_at: at, decided_by: actor.person };
      const before = standingOf(host);
      await store.write(async (tx) => {
        await decideAttachmentHost(tx, host, row);
        await appendAudit(tx, {
          at,
          actor,
          action: 'attachmentHost.decided',
          subject: `attachmentHost:${host}`,
          detail: { before, after: standing, allowHttp },
        });
      });
      if (row === null) decided.delete(host);
      else decided.set(host, { host, ...row });
      room.onChange();
      carryingOut = carryingOut
        .then(() => carryOut(host))
        .catch((failure: unknown) => log.error({ err: failure }, 'What waited for a host stands as before.'));
      return 'decided';
    },
    settled: () => carryingOut,
  };
}

/** Which attachments of a host stand otherwise after a decision, and how. */
function movesOf(host: string, standing: HostStanding, now: number): [Which, Standing][] {
  if (standing === 'approved') {
    const queued: Standing = { state: 'queued', problem: null, detail: null, nextAttemptAt: now };
    return [
      [{ state: 'awaitingApproval' }, queued],
      [{ state: 'refused', problem: 'hostRefused' }, queued],
      [{ state: 'refused', problem: 'httpNotAllowed' }, queued],
    ];
  }
  if (standing === 'refused') {
    const refused: Standing = { state: 'refused', problem: 'hostRefused', detail: host, nextAttemptAt: null };
    return (['awaitingApproval', 'queued', 'failed'] as const).map((state) => [{ state }, refused]);
  }
  const awaiting: Standing = {
    state: 'awaitingApproval',
    problem: 'hostNotApproved',
    detail: host,
    nextAttemptAt: null,
  };
  return [
    [{ state: 'queued' }, awaiting],
    [{ state: 'refused', problem: 'hostRefused' }, awaiting],
  ];
}
type Which = Omit<Parameters<typeof standAttachmentsOfHost>[1], 'host'>;

/** As `URL` writes it; null where it is no bare name or address of a host. */
export function hostNamed(text: string): string | null {
  const bare = text.trim().toLowerCase();
  if (!/^(\[[\da-f:.]+\]|[^\s/:@?#\\[\]]+)$/u.test(bare)) return null;
  return URL.parse(`http://${bare}`)?.hostname.replace(/\.$/, '') || null;
}
