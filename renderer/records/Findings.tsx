import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  Check,
  ChevronDown,
  ChevronRight,
  CircleX,
  Info,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Finding, FindingPlace, RecordDetail, RecordRow } from '#shared/contract/records.ts';
import type { RecordKind, Severity } from '#shared/terms.ts';
import { useNotDone } from '../app/error-message.ts';
import { Link } from '../app/Link.tsx';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { Section } from '../components/Fields.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { comparePath } from '../photos/paths.ts';
import { PhotoLink } from '../photos/photo-navigation.tsx';
import { AcknowledgeForm, useAcknowledging } from './AcknowledgeForm.tsx';
import { changeText, findingText, placeText } from './finding-text.ts';
import { leadState, useLead } from './lead.ts';
import { recordPath } from './paths.ts';

const icons: Record<Severity, LucideIcon> = { info: Info, warning: TriangleAlert, error: CircleX };
const tones = { info: 'text.secondary', warning: 'warning.main', error: 'error.main' } as const;

/** Findings shown at first: the order's lines below them stay in sight. */
const shownAtFirst = 6;

/** How the marketplace wrote the names of fields, which whoever works the claim has no use for. */
const isTechnical = ({ code }: Finding): boolean => code === 'wire.pascalCase';

/**
 * What is odd about a record, in the order of its consequence, as it came: each leads to its field, and can be
 * acknowledged with a reason. What was acknowledged stands apart, with who, when and why.
 */
export function Findings({ record }: { record: RecordDetail }) {
  const { t, format } = useI18n();
  const [all, setAll] = useState(false);
  const unattended = record.findings.filter(({ acknowledgement }) => acknowledgement === null);
  const open = unattended.filter((finding) => !isTechnical(finding));
  const technical = unattended.filter(isTechnical);
  const acknowledged = record.findings.filter(({ acknowledgement }) => acknowledgement !== null);
  return (
    <Section
      title={t('records.detail.section.findings')}
      aside={open.length > 0 && format.count(open.length)}
    >
      {open.length === 0 && technical.length > 0 ? null : open.length === 0 ? (
        <Typography variant="quiet">
          {t(acknowledged.length === 0 ? 'records.findings.none' : 'records.findings.allAcknowledged')}
        </Typography>
      ) : (
        <Lines label={t('records.detail.section.findings')}>
          {(all ? open : open.slice(0, shownAtFirst)).map((finding) => (
            <FindingLine key={finding.id} finding={finding} record={record} />
          ))}
        </Lines>
      )}
      {open.length > shownAtFirst && !all && (
        <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ mt: 2 }}>
          {t('records.findings.all', { count: open.length })}
        </Button>
      )}
      {technical.length > 0 && (
        <Box component="details" sx={{ mt: open.length > 0 ? 2 : 0 }}>
          <Typography variant="quiet" component="summary" sx={{ cursor: 'pointer', mb: 1 }}>
            {t('common.technicalData')} ({format.count(technical.length)})
          </Typography>
          <Lines label={t('common.technicalData')}>
            {technical.map((finding) => (
              <FindingLine key={finding.id} finding={finding} record={record} />
            ))}
          </Lines>
        </Box>
      )}
      {acknowledged.length > 0 && <Acknowledged record={record} findings={acknowledged} />}
    </Section>
  );
}

function Lines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {children}
    </Box>
  );
}

type LineProps = { finding: Finding; record: RecordDetail };

function FindingLine({ finding, record }: LineProps) {
  const { t, format } = useI18n();
  const [isAsked, setAsked] = useState(false);
  const label = findingText(finding, { t, format });
  // Only for the latest revision.
  const canAcknowledge = useMay('records.acknowledgeFinding') && finding.revision === record.revision;
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
        <SeverityIcon severity={finding.severity} />
        <Sentence finding={finding} record={record} label={label} />
        {finding.amount !== null && (
          <Typography variant="body2" title={t('findingTerms.atStake')} sx={{ color: 'text.secondary' }}>
            <Amount value={finding.amount.value} currency={finding.amount.currency} />
          </Typography>
        )}
        {canAcknowledge && (
          <Tooltip title={t('records.findings.acknowledge')}>
            <IconButton
              aria-label={t('records.findings.acknowledgeNamed', { finding: label })}
              aria-expanded={isAsked}
              onClick={() => setAsked(!isAsked)}
              sx={{ p: 0.75, mt: '-2px' }}
            >
              <Check size={15} aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      {isAsked && <AcknowledgeForm record={record} finding={finding} onDone={() => setAsked(false)} />}
    </Box>
  );
}

function SeverityIcon({ severity }: { severity: Severity }) {
  const { t } = useI18n();
  const Icon = icons[severity];
  return (
    <Box component="span" sx={{ color: tones[severity], mt: 0.5, lineHeight: 0 }}>
      <Icon size={15} role="img" aria-label={t(`records.findings.severity.${severity}`)} />
    </Box>
  );
}

/** The finding's sentence with a link to its field; a finding of several places lists them, each with its own link. */
function Sentence({ finding, record, label }: LineProps & { label: string }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const isOne = finding.places.length === 1;
  const isRevision = finding.code === 'revision.changed';
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {label}{' '}
        {isOne && !isRevision && (
          <>
            <ToField record={record} pointer={finding.pointer} finding={label} />{' '}
            <Compare finding={finding} place={finding} />
          </>
        )}
        {!isOne && !isRevision && (
          <MuiLink
            component="button"
            type="button"
            variant="body2"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            sx={{ fontWeight: 500, verticalAlign: 'baseline' }}
          >
            {open ? t('findingTerms.hidePlaces') : t('findingTerms.showPlaces')}
          </MuiLink>
        )}
      </Typography>
      {finding.code === 'record.notExamined' && finding.revision === record.revision && (
        <Acts of="records.examineAgain">
          <ExamineAgain record={record} />
        </Acts>
      )}
      {open && <Places finding={finding} record={record} />}
      {isRevision && <RevisionChanges finding={finding} />}
    </Box>
  );
}

/** Tries a record once more that could not be examined. */
function ExamineAgain({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const { examine, isPending } = useExamineAgain(record);
  return (
    <Button size="small" variant="outlined" disabled={isPending} onClick={examine} sx={{ my: 1 }}>
      {t(isPending ? 'records.findings.examining' : 'records.findings.examineAgain')}
    </Button>
  );
}

/** Each line or field with the fault, as far as they were kept. */
function Places({ finding, record }: LineProps) {
  const { t, format } = useI18n();
  const { places, count } = finding;
  return (
    <>
      <Box component="ul" sx={{ mt: 1, pl: 4, listStyle: 'circle', display: 'grid', gap: 0.5 }}>
        {places.map((place) => {
          const label = placeText(finding, place, { t, format });
          return (
            // Findings of cancel calls are not in the body, so several have the same pointer.
            <Typography
              component="li"
              variant="body2"
              key={`${place.pointer} ${label}`}
              sx={{ color: 'text.secondary' }}
            >
              {label} <ToField record={record} pointer={place.pointer} finding={label} />{' '}
              <Compare finding={finding} place={place} />
            </Typography>
          );
        })}
      </Box>
      {places.length < count && (
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('findingTerms.firstPlaces', { count: places.length })}
        </Typography>
      )}
    </>
  );
}

/** A link to the finding's field on the record's screen. Renders nothing for a finding about the whole record. */
function ToField({ record, pointer, finding }: { record: RecordDetail; pointer: string; finding: string }) {
  const { t } = useI18n();
  const { leadTo } = useLead();
  if (pointer === '') return null;
  const name = t('records.findings.toFieldNamed', { finding });
  const label = t('records.findings.toField');
  return leadTo === null ? (
    <MuiLink
      component={FieldLink}
      record={record}
      pointer={pointer}
      aria-label={name}
      sx={{ fontWeight: 500 }}
    >
      {label}
    </MuiLink>
  ) : (
    <MuiLink
      component="button"
      type="button"
      variant="body2"
      aria-label={name}
      onClick={() => leadTo(pointer)}
      sx={{ fontWeight: 500, verticalAlign: 'baseline' }}
    >
      {label}
    </MuiLink>
  );
}

/** Leads to two like photos, side by side. */
function Compare({ finding, place }: { finding: Finding; place: FindingPlace }) {
  const { t } = useI18n();
  const [path] = useLocation();
  const beside = likenessPath({ code: finding.code, parameters: place.parameters }, path);
  return (
    beside !== null && (
      <>
        ·{' '}
        <MuiLink component={PhotoLink} href={beside} sx={{ fontWeight: 500 }}>
          {t('findingTerms.compare')}
        </MuiLink>
      </>
    )
  );
}

/** Acknowledged findings, collapsed at first: each with who acknowledged it, when and why, and a button that withdraws it. */
function Acknowledged({ record, findings }: { record: RecordDetail; findings: readonly Finding[] }) {
  const { t, format } = useI18n();
  const actorName = useActorName();
  const when = useWhen();
  const [open, setOpen] = useState(false);
  const { withdraw, isPending } = useAcknowledging(record);
  const mayWithdraw = useMay('records.withdrawAcknowledgement');
  const mayForParty = useMay('supervisor');
  const title = t('records.findings.acknowledged', { count: findings.length });
  const Arrow = open ? ChevronDown : ChevronRight;
  return (
    <Box sx={{ mt: 2 }}>
      <Button
        size="small"
        variant="text"
        color="inherit"
        startIcon={<Arrow size={14} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{ color: 'text.secondary', ml: -2 }}
      >
        {title}
      </Button>
      {open && (
        <Lines label={title}>
          {findings.map((finding) => {
            const { acknowledgement } = finding;
            const label = findingText(finding, { t, format });
            return (
              <Box component="li" key={finding.id} sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
                <SeverityIcon severity={finding.severity} />
                <Box sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
                  <Sentence finding={finding} record={record} label={label} />
                  {acknowledgement !== null && (
                    <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
                      {t(`records.findings.by.${acknowledgement.scope}`, {
                        who: actorName(acknowledgement.who),
                        when: when(acknowledgement.at),
                        reason: acknowledgement.reason,
                      })}
                    </Typography>
                  )}
                </Box>
                {acknowledgement !== null &&
                  finding.revision === record.revision &&
                  (acknowledgement.scope === 'party' ? mayForParty : mayWithdraw) && (
                    <Button
                      size="small"
                      variant="text"
                      disabled={isPending}
                      aria-label={t('records.findings.withdrawNamed', { finding: label })}
                      onClick={() => withdraw(acknowledgement.id)}
                    >
                      {t('common.undo')}
                    </Button>
                  )}
              </Box>
            );
          })}
        </Lines>
      )}
    </Box>
  );
}

/** Changes shown at first: the findings below them stay in sight. */
const changesShownAtFirst = 3;

/** The changes of a revision, one field per line: name, value before and value now. */
function RevisionChanges({ finding }: { finding: Finding }) {
  const { t } = useI18n();
  const [all, setAll] = useState(false);
  const changes = finding.places.filter(({ parameters }) => 'before' in parameters || 'after' in parameters);
  // Of one that changed its form alone, its only place has the numbers of both revisions.
  if (typeof finding.parameters['fields'] !== 'number' || finding.parameters['fields'] === 0) return null;
  return (
    <>
      <Box component="ul" sx={{ mt: 0.5, pl: 4, listStyle: 'circle', display: 'grid', gap: 0.5 }}>
        {(all ? changes : changes.slice(0, changesShownAtFirst)).map((place) => (
          <Change key={`${place.pointer} ${String(place.parameters['after'])}`} place={place} />
        ))}
      </Box>
      {changes.length > changesShownAtFirst && !all && (
        <MuiLink
          component="button"
          type="button"
          variant="body2"
          onClick={() => setAll(true)}
          sx={{ mt: 0.5, fontWeight: 500 }}
        >
          {t('findingTerms.showChanges', { count: changes.length })}
        </MuiLink>
      )}
      {all && changes.length < finding.count && (
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('findingTerms.firstPlaces', { count: changes.length })}
        </Typography>
      )}
    </>
  );
}

function Change({ place }: { place: FindingPlace }) {
  const { t, format } = useI18n();
  const { field, before, after } = changeText(place, { t, format });
  return (
    <Typography component="li" variant="quiet" sx={{ overflowWrap: 'anywhere' }}>
      {field}:{' '}
      {before !== null && (
        <>
          <VisuallyHidden>{t('findingTerms.changedFrom')}</VisuallyHidden> <del>{before}</del>
          {' → '}
        </>
      )}
      {before !== null && <VisuallyHidden>{t('findingTerms.changedTo')}</VisuallyHidden>}{' '}
      <Box component="ins" sx={{ color: 'text.primary', textDecoration: 'none' }}>
        {after}
      </Box>
    </Typography>
  );
}

type FieldLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  record: { kind: RecordKind; id: number };
  /** Into its body. */
  pointer: string;
};

/** A link to a record that leads to a field of it. */
function FieldLink({ record, pointer, ...rest }: FieldLinkProps) {
  return <Link href={recordPath(record.kind, record.id)} state={leadState(pointer)} {...rest} />;
}

const idOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;

/** The path that compares the two photos of a finding's place over the screen at `path`; null where the place names no two. */
export function likenessPath(
  { code, parameters }: Pick<Finding, 'code' | 'parameters'>,
  path: string,
): string | null {
  if (code !== 'photo.same' && code !== 'photo.similar') return null;
  const photo = idOf(parameters['attachmentId']);
  const otherPhoto = idOf(parameters['otherAttachmentId']);
  return photo === null || otherPhoto === null ? null : comparePath(path, photo, otherPhoto);
}

/** Has a record examined once more and notifies of the outcome. */
function useExamineAgain({ id }: Pick<RecordRow, 'id'>) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const mutation = useMutation({
    ...api.records.examineAgain.mutationOptions(),
    onSuccess: ({ reason, record }) => {
      patchRows([record], api, queries);
      const why = reason === null ? '' : t(`findingTerms.notExamined.${reason}`);
      notify({
        tone: reason === null ? 'done' : 'failed',
        text: t(reason === null ? 'records.findings.examined' : 'records.findings.notExaminedAgain', { why }),
      });
    },
    onError: notDone,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id } }) });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
  });
  return { isPending: mutation.isPending, examine: () => mutation.mutate({ id }) };
}
