import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CircleHelp, TriangleAlert } from 'lucide-react';
import type { Dossier } from '#shared/contract/claims.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { BackButton } from '../components/list/ListDetailLayout.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useDominicanTime } from '../incidents/dominican-time.ts';
import { useIncidentType } from '../incidents/incident-words.ts';
import { StatusChips } from '../policies/StandingChips.tsx';
import { Go } from '../records/Facts.tsx';
import { dossierPath } from './paths.ts';
import type { Subject } from './useSubject.ts';

type Props = { dossier: Dossier; subject: Subject; back: string };

/** Which claim and what is open in it; then who is insured, which vehicle, and whether it is covered. */
export function DossierHead({ dossier, subject, back }: Props) {
  const { t } = useI18n();
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 4, flexWrap: 'wrap', rowGap: 2 }}>
        <BackButton href={back} />
        <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Typography variant="h1">
            {t(`claims.by.${dossier.by}`)} <Code value={dossier.value} what={t('claims.detail.value')} />
          </Typography>
          <Who subject={subject} dossier={dossier} />
        </Box>
        <Headline headline={dossier.headline} />
      </Box>
      <Cover subject={subject} dossier={dossier} />
    </Box>
  );
}

/** Who, and which vehicle; its VIN only where nothing better is known of it, since the dossier has it below. */
function Who({ subject, dossier }: Pick<Props, 'subject' | 'dossier'>) {
  const { t } = useI18n();
  const { insured, vehicle, vin } = subject;
  const isNeeded = vehicle === null && vin !== null && dossier.by !== 'vin';
  return (
    <Typography variant="body1" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      <strong>{insured ?? t('claims.subject.noInsured')}</strong>
      {' · '}
      {isNeeded ? <Code value={vin} what={t('claims.by.vin')} /> : (vehicle ?? t('claims.row.noVehicle'))}
    </Typography>
  );
}

/** Both sums, in each currency; what one party owes is never taken off what is owed to another. */
function Headline({ headline }: Pick<Dossier, 'headline'>) {
  const { t } = useI18n();
  if (headline.length === 0) return null;
  // A currency in which nothing is open says nothing here; of several such the first does.
  const open = headline.filter((sums) => Number(sums.outstanding) > 0 || Number(sums.toCredit) > 0);
  const shown = open.length > 0 ? open : headline.slice(0, 1);
  return (
    <Box component="dl" sx={{ m: 0, display: 'flex', gap: 6, flex: 'none' }}>
      {(['outstanding', 'toCredit'] as const).map((name) => (
        <Box key={name} sx={{ textAlign: 'right' }}>
          <Typography component="dt" variant="caption">
            {t(`claims.amounts.${name}`)}
          </Typography>
          {shown.map((sums) => {
            const isAlarm = name === 'toCredit' && Number(sums.toCredit) > 0;
            return (
              <Typography
                key={sums.currency}
                component="dd"
                variant="h2"
                sx={{ m: 0, color: isAlarm ? 'error.main' : 'text.primary' }}
              >
                <Amount value={sums[name]} currency={sums.currency} />
              </Typography>
            );
          })}
        </Box>
      ))}
    </Box>
  );
}

/** The policy, how it stood on the day, and the day; that cover was not looked up where it was not. */
function Cover({ subject, dossier }: Pick<Props, 'subject' | 'dossier'>) {
  const { t, format } = useI18n();
  const timeOf = useDominicanTime();
  const typeName = useIncidentType()(subject.type.id, subject.type.name);
  const { verdict, policyNumber, incidentAt } = subject;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 3, rowGap: 1.5, mt: 2 }}>
      {policyNumber !== null && dossier.by !== 'policy' && (
        <Typography variant="body2">
          {t('records.facts.policy')}{' '}
          <Go href={dossierPath('policy', policyNumber)}>
            <PlainCode value={policyNumber} />
          </Go>
        </Typography>
      )}
      {verdict === null || verdict === 'failed' ? (
        <StateChip tone="waiting" icon={CircleHelp} label={t('claims.subject.notVerified')} />
      ) : verdict === 'pending' ? null : verdict.found ? (
        <StatusChips verdict={verdict} type={typeName ?? t('incidents.noType')} />
      ) : (
        <StateChip tone="waiting" icon={TriangleAlert} label={t('incidents.policy.notFound')} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {incidentAt === null ? (
          t('claims.subject.noReport')
        ) : (
          <span title={timeOf(incidentAt)}>
            {format.day(readDominicanTime(incidentAt)?.day ?? incidentAt)}
          </span>
        )}
        {dossier.incidentCount > 1 &&
          ` · ${t('claims.count.incidentReport', { count: dossier.incidentCount })}`}
      </Typography>
    </Box>
  );
}
