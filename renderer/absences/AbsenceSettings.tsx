import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useState } from 'react';
import type { Absence, AbsenceDetail } from '#shared/contract/absences.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { notify } from '../app/snackbar.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { copyText } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { SettingsPart } from '../settings/SettingsForm.tsx';
import { useAbsence, useAbsenceLength, useAbsences } from './absences.ts';

/** All hours in which nothing was received, with what the marketplace may have called in them. */
export function AbsenceSettings() {
  const { t } = useI18n();
  const absences = useAbsences();
  const [shown, setShown] = useState<number | null>(null);
  const { data } = absences;
  const open = shown ?? data?.rows[0]?.id ?? null;
  return (
    <SettingsPart title={t('settings.section.absences')} about={t('absences.about')}>
      {data === undefined ? (
        absences.isError ? (
          <ErrorState query={absences} />
        ) : (
          <LineSkeleton height={64} label={t('common.loading')} />
        )
      ) : data.rows.length === 0 ? (
        <Typography variant="quiet">{t('absences.none')}</Typography>
      ) : (
        <Box component="ul" sx={{ display: 'grid', gap: 3 }}>
          {data.rows.map((absence) => (
            <AbsenceCard
              key={absence.id}
              absence={absence}
              isOpen={absence.id === open}
              onToggle={() => setShown(absence.id === open ? 0 : absence.id)}
            />
          ))}
        </Box>
      )}
    </SettingsPart>
  );
}

function AbsenceCard(props: { absence: Absence; isOpen: boolean; onToggle: () => void }) {
  const { absence, isOpen, onToggle } = props;
  const { t, format } = useI18n();
  const long = useAbsenceLength();
  const day = (at: string) => dominicanDay(Date.parse(at));
  const spoken = (at: string) => `${format.dayShort(day(at), Date.now())}, ${format.time(at)}`;
  const isOneDay = day(absence.from) === day(absence.until);
  const span = t('absences.span', {
    from: spoken(absence.from),
    until: isOneDay ? format.time(absence.until) : spoken(absence.until),
  });
  return (
    <Box
      component="li"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: 4, display: 'grid', gap: 4 }}
    >
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center' }}>
        <Box sx={{ flex: 1 }}>
          <Typography variant="body1" sx={{ fontWeight: 600 }}>
            {span}
          </Typography>
          <Typography variant="quiet">
            {long(absence)} · {t(`absences.why.${absence.why}`)}
            {absence.seenBy !== null && <> · {t('absences.seen', { who: absence.seenBy })}</>}
          </Typography>
        </Box>
        <Button size="small" variant="text" aria-expanded={isOpen} onClick={onToggle}>
          {t(isOpen ? 'absences.hide' : 'absences.show')}
        </Button>
      </Box>
      {isOpen && <Detail id={absence.id} />}
    </Box>
  );
}

function Detail({ id }: { id: number }) {
  const { t } = useI18n();
  const absence = useAbsence(id);
  if (absence.data === undefined)
    return absence.isError ? (
      <ErrorState query={absence} />
    ) : (
      <LineSkeleton height={64} label={t('common.loading')} />
    );
  return (
    <>
      <UsualCalls usual={absence.data.usual} />
      {absence.data.gaps.length > 0 && <Gaps gaps={absence.data.gaps} />}
      <WhatToDo absence={absence.data} />
    </>
  );
}

/** Less than one in two weeks. */
const few = 0.5;

function UsualCalls({ usual }: Pick<AbsenceDetail, 'usual'>) {
  const { t, format } = useI18n();
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2">
        {t('absences.usual.title')}
      </Typography>
      <Typography variant="quiet">
        {usual === null
          ? t('absences.usual.unknown')
          : usual.calls.length === 0
            ? t('absences.usual.nothing')
            : t('absences.usual.weeks', { count: usual.weeks })}
      </Typography>
      {usual !== null && usual.calls.length > 0 && (
        <Fields>
          {usual.calls.map(({ kind, count }) => (
            <Field key={kind} label={t(`absences.kinds.${kind}`)}>
              {count < few
                ? t('absences.usual.few')
                : t('absences.usual.about', { calls: format.count(Math.round(count)) })}
            </Field>
          ))}
        </Fields>
      )}
    </Box>
  );
}

function Gaps({ gaps }: Pick<AbsenceDetail, 'gaps'>) {
  const { t, format } = useI18n();
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3" component="h2">
        {t('absences.gaps.title')}
      </Typography>
      <Fields>
        {gaps.map(({ kind, lastBefore, firstAfter, missing, usually }) => (
          <Field key={kind} label={t(`absences.kinds.${kind}`)} wide>
            {t('absences.gaps.gap', {
              count: missing,
              missing: format.count(missing),
              before: String(lastBefore),
              after: String(firstAfter),
              usually: format.count(Math.round(usually * 10) / 10),
            })}
          </Field>
        ))}
      </Fields>
      <Typography variant="quiet">{t('absences.gaps.others')}</Typography>
    </Box>
  );
}

function WhatToDo({ absence }: { absence: Absence }) {
  const { t, format } = useI18n();
  const { data } = useStatus();
  const waiting =
    data === undefined ? 0 : data.needs.cancellationsWaiting + data.needs.cancellationsMustAskAgain;
  const copy = () => {
    const span = { from: format.exact(absence.from), until: format.exact(absence.until) };
    void copyText(t('absences.todo.request', span)).then((isCopied) => {
      if (isCopied) notify({ tone: 'done', text: t('absences.todo.copied') });
    });
  };
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="h3" component="h2">
        {t('absences.todo.title')}
      </Typography>
      <Typography variant="body2">{t('absences.todo.text')}</Typography>
      <Button size="small" onClick={copy}>
        {t('absences.todo.copy')}
      </Button>
      {waiting > 0 && (
        <Typography variant="body2">
          {t('absences.open.waiting', { count: waiting })}{' '}
          <MuiLink component={Link} href="/cancellations" underline="always">
            {t('absences.open.see')}
          </MuiLink>
        </Typography>
      )}
    </Box>
  );
}
