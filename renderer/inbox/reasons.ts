import { AtSign, Bell, CircleAlert, type LucideIcon, UserRound, UserRoundCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { InboxReason } from '#shared/contract/inbox.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { usePerson } from '../people/me.ts';
import { findingText } from '../records/finding-text.ts';

type Gender = 'feminine' | 'masculine';

export const reasonIcons: Record<InboxReason['why'], LucideIcon> = {
  assigned: UserRound,
  mentioned: AtSign,
  proposed: UserRoundCheck,
  reminder: Bell,
  serious: CircleAlert,
};

const day = 86_400_000;

/**
 * Why an entry is there, in words: `short` for its row, which says its `total` itself, `long` above its detail. Gender is
 * that of what it is about.
 */
export function useReasonText() {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const actorName = useActorName();
  const me = usePerson()?.name ?? '';
  return useMemo(() => {
    const due = ({ dueAt, time }: { dueAt: string; time: string | null }) => {
      const at = Date.parse(dueAt);
      const on = dominicanDay(at);
      if (on === dominicanDay(now))
        return time === null ? t('inbox.why.today') : t('inbox.why.todayAt', { time: format.time(dueAt) });
      if (on === dominicanDay(now - day)) return t('inbox.why.yesterday');
      return t('inbox.why.onDay', { day: format.dayShort(on, now) });
    };
    const whoOf = (who: string) => (who === '' || who === me ? null : actorName(who));
    const given = (by: string, gender: Gender) => {
      const who = whoOf(by);
      return who === null ? t(`inbox.why.own.${gender}`) : t(`inbox.why.assigned.${gender}`, { who });
    };
    const asked = (by: string, gender: Gender) => {
      const who = whoOf(by);
      return who === null ? t('inbox.why.ownNote') : t(`inbox.why.mentioned.${gender}`, { who });
    };
    const proposed = ({ who, isOutdated, lacksSecond }: InboxReason & { why: 'proposed' }) => {
      if (isOutdated) return t('inbox.why.outdatedPayment', { who: actorName(who) });
      return t(lacksSecond ? 'inbox.why.noSecond' : 'inbox.why.proposedPayment', { who: actorName(who) });
    };
    const title = (reason: InboxReason & { why: 'serious' }, total: string | null) => {
      const { finding, count } = reason;
      const name = t(`findingTitle.${finding.code}`);
      const amount = finding.amount && format.money(finding.amount.value, finding.amount.currency);
      const first =
        amount === null || finding.amount?.value === total ? name : t('inbox.why.atStake', { name, amount });
      return count > 1 ? t('inbox.why.andMore', { first, count: count - 1 }) : first;
    };
    return {
      short(reason: InboxReason, gender: Gender, total: string | null): string {
        switch (reason.why) {
          case 'assigned':
            return given(reason.by, gender);
          case 'mentioned':
            return asked(reason.who, gender);
          case 'proposed':
            return proposed(reason);
          case 'reminder':
            return t('inbox.why.reminder', { when: due(reason), text: reason.text });
          case 'serious':
            return title(reason, total);
        }
      },
      /** What was said goes beside it, as it was said. */
      long(reason: InboxReason, gender: Gender): { text: string; quote: string | null } {
        switch (reason.why) {
          case 'assigned':
            return { text: given(reason.by, gender), quote: null };
          case 'mentioned':
            return { text: asked(reason.who, gender), quote: reason.text };
          case 'proposed':
            return {
              text: reason.lacksSecond
                ? `${proposed(reason)}. ${t('inbox.why.raiseLimit')}`
                : proposed(reason),
              quote: null,
            };
          case 'reminder':
            return { text: due(reason), quote: reason.text };
          case 'serious':
            return {
              text:
                reason.count > 1
                  ? t('inbox.why.andMore', {
                      first: findingText(reason.finding, { t, format }),
                      count: reason.count - 1,
                    })
                  : findingText(reason.finding, { t, format }),
              quote: null,
            };
        }
      },
    };
  }, [t, format, now, actorName, me]);
}
