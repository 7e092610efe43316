import * as z from 'zod';
import type { InboxEntry, InboxReason } from '#shared/contract/inbox.ts';
import { leastOf, mayDo } from '#shared/contract/roles.ts';
import type { GroupPlace, Inbox, InboxReader, StoredEntry, StoredReason } from '../inbox/index.ts';
import type { Records } from '../records/index.ts';
import type { CallContext } from '../serve-port.ts';
import type { Work } from '../work/index.ts';
import { instantOf, os } from './base.ts';
import { cursorAt, placeOf } from './cursor.ts';
import { refuseBelow } from './people.ts';
import { authorityOf } from './proposals.ts';
import { rowOf } from './records.ts';

const place: z.ZodType<GroupPlace> = z.object({ rank: z.int(), since: z.number(), key: z.string() });

export function inboxProcedures({
  inbox,
  records,
  work,
}: {
  inbox: Inbox;
  records: Pick<Records, 'setReviewed'>;
  work: Pick<Work, 'setReminderDone'>;
}) {
  const whoCalls = (context: CallContext) => {
    const authority = authorityOf(context);
    const { actor } = authority;
    const personId = actor.personId ?? 1;
    const role = context.caller?.role ?? null;
    const mayConfirm = {
      approvals: mayDo(role, leastOf(['cancellations', 'confirm'])),
      payments: mayDo(role, leastOf(['decisions', 'confirm'])),
    };
    // A script has no account and is nobody who only reads.
    const mayWork = context.caller === undefined || mayDo(role, leastOf(['cancellations', 'decide']));
    const isAdministrator = role === 'administrator';
    const reader: InboxReader = { personId, authority, mayConfirm, mayWork, isAdministrator };
    return { actor, personId, reader };
  };
  return {
    list: os.inbox.list.handler(async ({ input, context }) => {
      const { limit, cursor } = input;
      const page = await inbox.list(whoCalls(context).reader, { after: placeOf(cursor, place), limit });
      return {
        groups: page.groups.map((group) => ({ ...group, entries: group.entries.map(entryOf) })),
        nextCursor: page.next === null ? null : cursorAt(page.next),
        total: page.total,
        isCapped: page.isCapped,
        lastVisitAt: instantOf(page.lastVisitAt),
        since: page.since,
        today: page.today,
      };
    }),
    visit: os.inbox.visit.handler(({ context }) => inbox.visit(whoCalls(context).personId)),
    done: os.inbox.done.handler(async ({ input, context, errors }) => {
      const { actor, personId, reader } = whoCalls(context);
      const worked = await inbox.find(reader, input.key);
      if (worked === null) throw errors.NOT_THERE();
      // Before all else: what changed meanwhile stays as it is, to be looked at.
      if (worked.recordId !== null && input.revision !== undefined) {
        const done = await records.setReviewed(worked.recordId, input.revision, actor);
        if (done?.isNewer) throw errors.NEWER_REVISION({ data: { revision: done.row.revision } });
      }
      await inbox.setMentionsDone(personId, worked.mentions, true);
      for (const id of worked.reminders) await work.setReminderDone(id, true, actor);
      return worked;
    }),
    reopen: os.inbox.reopen.handler(async ({ input, context }) => {
      const { actor, personId } = whoCalls(context);
      const isOwn = input.recordId === null && (await inbox.areRemindersOf(personId, input.reminders));
      if (!isOwn) refuseBelow(context, leastOf(['work', 'setReminderDone']));
      await inbox.setMentionsDone(personId, input.mentions, false);
      for (const id of input.reminders) await work.setReminderDone(id, false, actor);
      if (input.recordId !== null) await records.setReviewed(input.recordId, null, actor);
    }),
  };
}

function entryOf(entry: StoredEntry): InboxEntry {
  const common = { key: entry.key, isMine: entry.isMine, since: instantOf(entry.since) };
  switch (entry.kind) {
    case 'record':
      return {
        kind: 'record',
        ...common,
        record: rowOf(entry.record),
        reasons: entry.reasons.flatMap(reasonOf),
      };
    case 'claim':
      return {
        kind: 'claim',
        ...common,
        claimNumber: entry.claimNumber,
        reasons: entry.reasons.flatMap(reasonOf),
      };
    case 'cancellation': {
      const { id, orderKind, marketplaceId, state, askedAt, heldUntil } = entry.asked;
      return {
        kind: 'cancellation',
        ...common,
        ...{ id, orderKind, marketplaceId, state },
        askedAt: instantOf(askedAt),
        heldUntil: instantOf(heldUntil),
        record: entry.record === null ? null : rowOf(entry.record),
        proposal: entry.proposal && { who: entry.proposal.who, at: instantOf(entry.proposal.at) },
      };
    }
  }
}

function reasonOf(reason: StoredReason): InboxReason[] {
  switch (reason.why) {
    case 'assigned':
    case 'mentioned':
    case 'proposed':
      return [{ ...reason, at: instantOf(reason.at) }];
    case 'reminder':
      return [{ ...reason, dueAt: instantOf(reason.dueAt) }];
    case 'serious': {
      const { finding, count, isNew } = reason;
      return finding === null ? [] : [{ why: 'serious', finding, count, isNew }];
    }
  }
}
