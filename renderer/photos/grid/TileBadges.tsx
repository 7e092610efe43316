import Box from '@mui/material/Box';
import { Images, type LucideIcon, MessageSquareText } from 'lucide-react';
import { useI18n } from '../../app/locale/i18n.ts';
import type { Likeness } from './likeness.ts';

/** What people added to a photo, and that it is in another report too. The tile's name says both. */
export function TileBadges({ marks, likeness }: { marks: number; likeness: Likeness | null }) {
  const { t, format } = useI18n();
  if (marks === 0 && likeness === null) return null;
  return (
    <Box aria-hidden sx={{ position: 'absolute', top: 4, right: 4, display: 'flex', gap: 1 }}>
      {likeness !== null && <Badge tone="waiting" icon={Images} title={t(`photos.grid.${likeness}`)} />}
      {marks > 0 && (
        <Badge
          tone="neutral"
          icon={MessageSquareText}
          title={t('photos.grid.marks', { count: marks })}
          label={format.count(marks)}
        />
      )}
    </Box>
  );
}

type BadgeProps = { tone: 'waiting' | 'neutral'; icon: LucideIcon; title: string; label?: string };

function Badge({ tone, icon: Icon, title, label }: BadgeProps) {
  return (
    <Box
      component="span"
      title={title}
      sx={(theme) => ({
        ...theme.typography.caption,
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 0.75,
        minWidth: 20,
        height: 20,
        px: 1,
        borderRadius: 1,
        fontWeight: 550,
        color: theme.perito.scheme[tone].main,
        background: theme.perito.scheme[tone].soft,
        border: `1px solid ${theme.perito.scheme[tone].edge}`,
      })}
    >
      <Icon size={12} />
      {label}
    </Box>
  );
}
