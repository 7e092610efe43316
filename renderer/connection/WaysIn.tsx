import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { ConnectionFacts } from '#shared/contract/reachability.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Status } from '#shared/contract/status.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { CopyBlock } from '../components/CopyBlock.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { ToggleField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { useSaveSettings } from '../settings/SettingsForm.tsx';
import { isLoopback } from '../settings/validation.ts';
import {
  caddySite,
  cloudflaredCommands,
  forwardingRule,
  longestHold,
  nginxSite,
  officeAddress,
  type Place,
  placeOf,
  providerShared,
  tailscaleCommands,
} from './ways-in.ts';

const ways = ['forward', 'proxy', 'tunnel'] as const;

type Props = { facts: ConnectionFacts; receiver: Status['receiver']; settings: Settings };
type WayProps = Props & { place: Place };

/** The three ways by which the marketplace gets here, each with its limits and its steps for this computer. */
export function WaysIn(props: Props) {
  const { t } = useI18n();
  const [way, setWay] = useState<(typeof ways)[number]>('forward');
  const place = placeOf(props.receiver, props.facts);
  const Steps = { forward: ForwardSteps, proxy: ProxySteps, tunnel: TunnelSteps }[way];
  return (
    <>
      <Typography variant="body2">{t('connection.ways.about')}</Typography>
      <ToggleField
        label={t('connection.ways.which')}
        value={way}
        options={ways}
        labelOf={(name) => t(`connection.ways.${name}.name`)}
        onChange={setWay}
      />
      <Box component="section" aria-label={t(`connection.ways.${way}.name`)} sx={{ display: 'grid', gap: 5 }}>
        <Fields>
          {(['sees', 'changes', 'needs'] as const).map((name) => (
            <Field key={name} label={t(`connection.ways.${name}`)} wide>
              {t(`connection.ways.${way}.${name}`)}
            </Field>
          ))}
        </Fields>
        {way !== 'tunnel' && <SharedAddress {...props} />}
        <Typography variant="h3" component="h2">
          {t('connection.ways.steps')}
        </Typography>
        {place.isExample && <Alert severity="info">{t('connection.ways.noHost')}</Alert>}
        <Box component="ol" sx={{ display: 'grid', gap: 4, counterReset: 'step' }}>
          <Steps {...props} place={place} />
          <Step>{t('connection.ways.last')}</Step>
        </Box>
      </Box>
    </>
  );
}

/** Where the provider shares an address, no router of the office can forward it. */
function SharedAddress({ facts }: Props) {
  const { t } = useI18n();
  const shared = providerShared(facts.addresses);
  return shared === null ? (
    <Alert severity="info">{t('connection.ways.forward.compare')}</Alert>
  ) : (
    <Alert severity="error">{t('connection.ways.forward.shared', { address: shared })}</Alert>
  );
}

/** One step, numbered. */
function Step({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '24px minmax(0, 1fr)',
        typography: 'body2',
        counterIncrement: 'step',
        '&::before': { content: 'counter(step) "."', fontWeight: 600, color: 'text.secondary' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start', '& > *': { maxWidth: '100%' } }}>
        {children}
      </Box>
    </Box>
  );
}

/** A text to copy, as wide as its step. */
function Wide({ label, text }: { label: string; text: string }) {
  return (
    <Box sx={{ width: '100%' }}>
      <CopyBlock label={label} text={text} />
    </Box>
  );
}

function ForwardSteps({ facts, receiver, place }: WayProps) {
  const { t } = useI18n();
  const isLocal = isLoopback(receiver.address);
  const office = officeAddress(facts.addresses);
  const { protocol, from, to } = forwardingRule(place, office ?? t('connection.ways.forward.thisComputer'));
  return (
    <>
      {isLocal && (
        <Step>
          <span>{t('connection.ways.forward.listen', { address: receiver.address })}</span>
          <ToReceiver />
        </Step>
      )}
      <Step>
        <span>
          {place.isSecure
            ? t('connection.ways.forward.certificateDone')
            : t('connection.ways.forward.certificate', { host: place.publicHost })}
        </span>
        {!place.isSecure && <ToReceiver />}
      </Step>
      <Step>
        {office === null
          ? t('connection.ways.forward.fixedUnknown')
          : t('connection.ways.forward.fixed', { address: office })}
      </Step>
      <Step>
        <span>{t('connection.ways.forward.rule')}</span>
        <Wide label={t('connection.ways.forward.ruleName')} text={`${protocol}  ${from} → ${to}`} />
      </Step>
      <Step>{t('connection.ways.forward.firewall')}</Step>
      <Step>{t('connection.ways.forward.dns', { host: place.publicHost })}</Step>
    </>
  );
}

function ToReceiver() {
  const { t } = useI18n();
  return (
    <Button size="small" component={Link} href="/settings/receiver">
      {t('settings.section.receiver')}
    </Button>
  );
}

function ProxySteps({ settings, place }: WayProps) {
  const { t } = useI18n();
  return (
    <>
      <Step>
        <span>{t('connection.ways.proxy.here', { url: place.localUrl })}</span>
        <span>{t('connection.ways.proxy.elsewhere')}</span>
      </Step>
      <Step>
        <span>{t('connection.ways.proxy.write')}</span>
        <Wide label={t('connection.ways.proxy.caddy')} text={caddySite(place)} />
        <Wide label={t('connection.ways.proxy.nginx')} text={nginxSite(place)} />
        <Typography variant="caption">
          {t('connection.ways.proxy.nginxFiles')}{' '}
          {t('connection.ways.proxy.why', {
            mebibytes: place.largestBodyMebibytes,
            hold: longestHold,
            wait: place.readTimeout,
          })}
        </Typography>
      </Step>
      <Trust settings={settings} text={t('connection.ways.proxy.trust')} />
    </>
  );
}

function TunnelSteps({ settings, place }: WayProps) {
  const { t } = useI18n();
  return (
    <>
      <Step>{t('connection.ways.tunnel.local', { url: place.localUrl })}</Step>
      <Step>
        <span>{t('connection.ways.tunnel.either')}</span>
        <Wide label={t('connection.ways.tunnel.cloudflared')} text={cloudflaredCommands(place)} />
        <Typography variant="caption">{t('connection.ways.tunnel.cloudflareLimit')}</Typography>
        <Wide label={t('connection.ways.tunnel.tailscale')} text={tailscaleCommands(place)} />
        <Typography variant="caption">{t('connection.ways.tunnel.tailscaleName')}</Typography>
      </Step>
      <Trust settings={settings} text={t('connection.ways.tunnel.trust')} />
    </>
  );
}

/** A proxy or a tunnel on this computer calls from here. */
const here = '127.0.0.1';

function Trust({ settings, text }: { settings: Settings; text: string }) {
  const { t } = useI18n();
  const save = useSaveSettings();
  const { trustedProxies } = settings.receiver;
  return (
    <Step>
      {trustedProxies.length > 0 ? (
        t('connection.ways.proxy.trusted', { list: trustedProxies.join(', ') })
      ) : (
        <>
          <span>{text}</span>
          <Button
            size="small"
            disabled={save.isPending}
            onClick={() => save.mutate({ receiver: { trustedProxies: [here] } })}
          >
            {t('connection.ways.proxy.trustButton')}
          </Button>
        </>
      )}
    </Step>
  );
}
