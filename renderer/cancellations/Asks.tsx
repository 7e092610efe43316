import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Ask } from '#shared/contract/cancellations.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Section } from '../parts/Fields.tsx';
import { formatJson } from '../parts/format-json.ts';
import { Raw } from '../parts/Raw.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';

/** Every call that the marketplace made about the order, what it was answered, and whether that arrived. */
export function Asks({ asks }: { asks: readonly Ask[] }) {
  const { t } = useWords();
  return (
    <Section title={t('cancellations.detail.history')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
        {asks.map((ask) => (
          <AskLine key={ask.id} ask={ask} />
        ))}
      </Box>
    </Section>
  );
}

function AskLine({ ask }: { ask: Ask }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const answer =
    ask.answer === null ? t('cancellations.detail.held') : t(`cancellations.detail.askAnswer.${ask.answer}`);
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Typography variant="body2" sx={{ flex: 1 }}>
          <RelativeTime at={ask.receivedAt} /> · {answer} (
          {t(`cancellations.detail.delivery.${ask.delivery}`)})
        </Typography>
        <Button size="small" variant="text" aria-expanded={open} onClick={() => setOpen((was) => !was)}>
          {t(open ? 'cancellations.detail.hideBody' : 'cancellations.detail.showBody')}
        </Button>
      </Box>
      {open && <Raw label={t('records.detail.section.raw')} text={formatJson(ask.body)} />}
    </li>
  );
}
