import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import { spanishWords, useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { CopyButton } from '../components/CopyBlock.tsx';
import { Typography } from '../components/Typography.tsx';

type Props = { cancellation: CancellationDetail; name: string; order: RecordDetail | null };

type Who = 'asker' | 'creator' | 'supplier' | 'workshop';
interface Contact {
  who: Who;
  name: string | null;
  email: string | null;
}

/** Those whom a cancellation and its order name, each once. */
function contactsOf({ asks }: CancellationDetail, order: RecordDetail | null): Contact[] {
  const call = asks.at(-1)?.call ?? null;
  const content = order?.content;
  const isOrder = content?.kind === 'purchaseOrder' || content?.kind === 'serviceOrder';
  const found: Contact[] = [
    { who: 'asker', name: call?.displayName ?? null, email: call?.emailAddress ?? null },
    {
      who: 'creator',
      name: isOrder ? content.order.createdByDisplayName : null,
      email: isOrder ? content.order.createdByEmailAddress : null,
    },
    {
      who: 'supplier',
      name: content?.kind === 'purchaseOrder' ? content.order.supplierName : null,
      email: null,
    },
    {
      who: 'workshop',
      name:
        content?.kind === 'purchaseOrder'
          ? content.order.workshopName
          : content?.kind === 'serviceOrder'
            ? content.order.workshopPersonName
            : null,
      email: null,
    },
  ];
  const isThere = ({ name, email }: Contact) => (name ?? '') !== '' || (email ?? '') !== '';
  return found.filter(
    (one, index) =>
      isThere(one) &&
      found.findIndex(({ name, email }) => name === one.name && email === one.email) === index,
  );
}

/**
 * Who may ask again for a verdict that no call waits for: whoever asked, whoever made the order, and the companies, with a
 * text that is ready to be sent. The marketplace sends no telephone numbers.
 */
export function WhomToCall({ cancellation, name, order }: Props) {
  const { t } = useI18n();
  const contacts = contactsOf(cancellation, order);
  const spanish = spanishWords();
  const verdict = cancellation.verdict ?? 'approve';
  const claim = cancellation.claimNumber;
  const text = [
    spanish.t(`cancellations.askAgain.text.${verdict}`, { number: name }),
    ...(claim === null ? [] : [spanish.t('cancellations.askAgain.text.claim', { claim })]),
    spanish.t('cancellations.askAgain.text.please'),
  ].join(' ');
  return (
    <Box component="section" aria-label={t('cancellations.askAgain.title')} sx={{ mt: 3 }}>
      <Typography variant="body2" component="h3" sx={{ fontWeight: 600 }}>
        {t('cancellations.askAgain.title')}
      </Typography>
      {contacts.length === 0 && <Typography variant="quiet">{t('cancellations.askAgain.nobody')}</Typography>}
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 4, rowGap: 0.5, my: 1 }}
      >
        {contacts.map(({ who, name: called, email }) => (
          <Box key={who} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="caption" sx={{ alignSelf: 'center' }}>
              {t(`cancellations.askAgain.who.${who}`)}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {called}
              {called !== null && email !== null && ' · '}
              {email !== null && <Code value={email} label={t('cancellations.askAgain.email')} />}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'start' }}>
        <Typography variant="body2" lang="es" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          «{text}»
        </Typography>
        <CopyButton text={text} what={t('cancellations.askAgain.copy')} />
      </Box>
    </Box>
  );
}
