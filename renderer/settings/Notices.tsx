import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';

/** What Perito holds of others and under which licences; a long text, so it is fetched once somebody asks for it. */
export function Notices() {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ mb: isOpen ? 3 : 0 }}>
        {t(isOpen ? 'settings.about.notices.hide' : 'settings.about.notices.show')}
      </Button>
      {isOpen && <NoticesText />}
    </Box>
  );
}

function NoticesText() {
  const { t } = useI18n();
  const notices = useQuery({
    queryKey: ['notices'],
    queryFn: fetchNotices,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (notices.data === undefined) return notices.isError ? <ErrorState query={notices} /> : <FormSkeleton />;
  return <CodeBlock label={t('settings.about.notices.title')} text={notices.data} />;
}

/** The build puts it beside the page. */
async function fetchNotices(): Promise<string> {
  const response = await fetch('./notices.txt', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`notices.txt: ${response.status}`);
  return response.text();
}
