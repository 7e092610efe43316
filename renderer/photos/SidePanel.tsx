import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';

type Panel = 'info' | 'annotations';

/** The open panel and whether annotations are drawn; kept from photo to photo while the window is open. */
export const usePanel = create<{ open: Panel | null; annotationsShown: boolean }>(() => ({
  open: null,
  annotationsShown: true,
}));
export const openPanel = (open: Panel | null) => usePanel.setState({ open });
export const togglePanel = (panel: Panel) =>
  usePanel.setState(({ open }) => ({ open: open === panel ? null : panel }));
export const showAnnotations = (annotationsShown: boolean) => usePanel.setState({ annotationsShown });

type Props = { panel: Panel; annotationCount: number; children: ReactNode };

/** The panel beside the photo: its information or its annotations. */
export function SidePanel({ panel, annotationCount, children }: Props) {
  const { t, format } = useI18n();
  return (
    <Box
      component="aside"
      aria-label={t(`photos.${panel}.title`)}
      sx={(theme) => ({
        width: theme.perito.sizes.photoPanel,
        flex: 'none',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.paper',
        borderLeft: 1,
      })}
    >
      <Tabs
        value={panel}
        onChange={(_, to: Panel) => openPanel(to)}
        variant="fullWidth"
        sx={{ flex: 'none', minHeight: 40, borderBottom: 1, '& .MuiTab-root': { minHeight: 40, py: 1 } }}
      >
        <Tab value="info" label={t('photos.info.tab')} />
        <Tab
          value="annotations"
          label={
            annotationCount === 0
              ? t('photos.annotations.tab')
              : `${t('photos.annotations.tab')} ${format.count(annotationCount)}`
          }
        />
      </Tabs>
      <Box
        role="region"
        aria-label={t(`photos.${panel}.title`)}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', outlineOffset: -2 }}
      >
        {children}
      </Box>
    </Box>
  );
}
