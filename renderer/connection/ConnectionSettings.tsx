import Alert from '@mui/material/Alert';
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectionFacts } from '#shared/contract/reachability.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Status } from '#shared/contract/status.ts';
import { useReceiverText } from '../app/frame/ReceiverState.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { TextField } from '../components/FormFields.tsx';
import { PageTabs } from '../components/PageTabs.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { SaveForm, SettingsPart, useSettingsForm } from '../settings/SettingsForm.tsx';
import { publicAddressChanges, publicAddressDraft } from '../settings/validation.ts';
import { FirewallAdvice, Listening, TakenPort } from './Listening.tsx';
import { MarketplaceInstructions } from './MarketplaceInstructions.tsx';
import { Part } from './Part.tsx';
import { OutsideEvidence, ReachCheck } from './ReachCheck.tsx';
import { reachOutcome } from './reach-text.ts';
import { TestCalls } from './TestCalls.tsx';
import { useConnectionFacts } from './use-connection-facts.ts';
import { useReachState } from './use-reach.ts';
import { WaysIn } from './WaysIn.tsx';
import { isInsideAddress } from './ways-in.ts';

const tabs = { state: null, ways: 'ways', tests: 'tests' } as const;
const tabNames = ['state', 'ways', 'tests'] as const;
export const isConnectionTab = (page: string): boolean => page === tabs.ways || page === tabs.tests;

type Props = { settings: Settings; page?: string | undefined };

/** How the marketplace gets here: what it is given, what was seen, the ways in, and calls to try. */
export function ConnectionSettings({ settings, page }: Props) {
  const { t } = useI18n();
  const facts = useConnectionFacts();
  const receiver = useStatus().data?.receiver;
  const current = tabNames.find((name) => tabs[name] === (page ?? null)) ?? 'state';
  const known = facts.data === undefined || receiver === undefined ? null : { facts: facts.data, receiver };
  return (
    <SettingsPart title={t('settings.section.connection')} about={t('connection.about')}>
      <PageTabs
        label={t('connection.tabs.label')}
        tabs={tabNames.map((name) => ({
          path: `/settings/connection${tabs[name] === null ? '' : `/${tabs[name]}`}`,
          text: t(`connection.tabs.${name}`),
          isCurrent: name === current,
        }))}
      />
      {facts.isError && <ErrorState query={facts} />}
      {known === null ? (
        !facts.isError && <FormSkeleton />
      ) : current === 'state' ? (
        <StateTab {...known} settings={settings} />
      ) : current === 'ways' ? (
        <WaysIn {...known} settings={settings} />
      ) : (
        <TestCalls publicUrl={known.facts.publicUrl} />
      )}
    </SettingsPart>
  );
}

type KnownProps = { facts: ConnectionFacts; receiver: Status['receiver']; settings: Settings };

function StateTab({ facts, receiver, settings }: KnownProps) {
  return (
    <>
      <ConnectionNow receiver={receiver} publicUrl={facts.publicUrl} />
      <TakenPort receiver={receiver} facts={facts} />
      <MarketplaceInstructions />
      <PublicAddress settings={settings} publicUrl={facts.publicUrl} />
      <ReachCheck publicUrl={facts.publicUrl} />
      <OutsideEvidence />
      <Listening receiver={receiver} facts={facts} />
      <FirewallAdvice receiver={receiver} facts={facts} />
    </>
  );
}

/** That it listens, and whether calls come from outside: two things, each with what is known of it. */
function ConnectionNow({ receiver, publicUrl }: { receiver: Status['receiver']; publicUrl: string }) {
  const { t } = useI18n();
  const textOf = useReceiverText();
  const { name, explain, errorMessage } = textOf(receiver);
  const isKeyed = receiver.state !== 'noKey';
  const isListening = (receiver.state === 'listening' || !isKeyed) && receiver.url !== null;
  // What is said of a taken port stands below, with who has it.
  const isTaken = receiver.error?.code === 'addressInUse';
  return (
    <Box
      component="section"
      aria-labelledby="connection-now"
      sx={{ p: 4, borderRadius: 1, border: 1, display: 'grid', gap: 3 }}
    >
      <Typography variant="h3" component="h2" id="connection-now">
        {t('connection.now.title')}
      </Typography>
      <Row label={t('connection.now.listens')} tone={!isListening ? 'bad' : isKeyed ? 'good' : 'unknown'}>
        {isListening ? (
          <>
            {t('connection.now.listening')} <PlainCode value={receiver.url ?? ''} />
            {!isKeyed && (
              <Typography variant="caption" component="p">
                {t('connection.now.noKey')}
              </Typography>
            )}
          </>
        ) : (
          <>
            {name}. {explain} {!isTaken && errorMessage}
            <TechnicalDetail text={receiver.error?.detail ?? ''} />
          </>
        )}
      </Row>
      <Reached receiver={receiver} publicUrl={publicUrl} />
    </Box>
  );
}

function Reached({ receiver, publicUrl }: { receiver: Status['receiver']; publicUrl: string }) {
  const { t } = useI18n();
  const when = useWhen();
  const call = receiver.lastOutsideCall;
  const { url, steps, endedAt } = useReachState();
  const outcome = url === publicUrl && endedAt !== null ? reachOutcome(steps) : null;
  const isSeen = call !== null && !isInsideAddress(call.address);
  const isDoubtful = outcome?.name === 'bad';
  return (
    <Row label={t('connection.now.reached')} tone={isSeen ? 'good' : isDoubtful ? 'bad' : 'unknown'}>
      {isSeen
        ? t('connection.now.seen', { when: when(call.at) })
        : t(isDoubtful ? 'connection.now.doubtful' : 'connection.now.unproven')}
      {outcome !== null && endedAt !== null && (
        <Typography variant="caption" component="p">
          {outcome.failed !== null
            ? t('connection.now.checkedBad', {
                step: t(`connection.step.${outcome.failed.step}`),
                when: when(endedAt),
              })
            : t(
                outcome.name === 'goodInside' ? 'connection.now.checkedInside' : 'connection.now.checkedGood',
                {
                  when: when(endedAt),
                },
              )}
        </Typography>
      )}
    </Row>
  );
}

const rowLooks = {
  good: { icon: CircleCheck, tone: 'matched.main' },
  bad: { icon: CircleX, tone: 'refusal.main' },
  unknown: { icon: CircleHelp, tone: 'waiting.main' },
} as const;

function Row({ label, tone, children }: { label: string; tone: keyof typeof rowLooks; children: ReactNode }) {
  const { icon: Icon, tone: color } = rowLooks[tone];
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
      <Box sx={{ color, pt: 0.5, display: 'flex' }}>
        <Icon size={16} aria-hidden />
      </Box>
      <Typography variant="body2" sx={{ width: 168, flex: 'none', fontWeight: 600 }}>
        {label}
      </Typography>
      <Typography variant="body2" component="div" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}

/** The address that the marketplace is given, and whose word on callers is taken. */
function PublicAddress({ settings, publicUrl }: { settings: Settings; publicUrl: string }) {
  const { t } = useI18n();
  const form = useSettingsForm(publicAddressDraft(settings.receiver), publicAddressChanges);
  const { draft, set, isWrong } = form;
  return (
    <Part id="public-address" title={t('connection.form.title')}>
      {publicUrl !== settings.receiver.publicUrl && publicUrl !== '' && (
        <Alert severity="info">{t('connection.form.given', { url: publicUrl })}</Alert>
      )}
      <SaveForm form={form}>
        <TextField
          label={t('connection.form.publicUrl')}
          value={draft.publicUrl}
          onChange={(next) => set({ ...draft, publicUrl: next })}
          code
          maxLength={500}
          helperText={t('connection.form.publicUrlHelp')}
          error={isWrong('receiver', 'publicUrl') ? t('connection.form.publicUrlWrong') : null}
        />
        <TextField
          label={t('connection.form.trusted')}
          value={draft.trustedProxies}
          onChange={(next) => set({ ...draft, trustedProxies: next })}
          code
          rows={2}
          maxLength={2500}
          helperText={t('connection.form.trustedHelp')}
          error={isWrong('receiver', 'trustedProxies') ? t('connection.form.trustedWrong') : null}
        />
      </SaveForm>
    </Part>
  );
}
