import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { TextLink } from '../records/Facts.tsx';
import type { Target } from './figure.ts';

/** Where a menu of targets opens, in pixels of the window, and what it is called. */
interface Place {
  left: number;
  top: number;
  title: string;
}
export type Anchor = Place & { targets: readonly Target[] };

/** Goes to the one target that there is, or asks by a menu which of several is meant. */
export function useOpenTargets(ask: (anchor: Anchor) => void) {
  const [, go] = useLocation();
  return useCallback(
    (targets: readonly Target[], place: Place) => {
      const [first, ...others] = targets;
      if (first === undefined) return;
      if (others.length === 0) go(first.href);
      else ask({ ...place, targets });
    },
    [go, ask],
  );
}

/** The screens that something leads to, one of which is chosen. */
export function TargetMenu({ anchor, onClose }: { anchor: Anchor | null; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Menu
      open={anchor !== null}
      onClose={onClose}
      anchorReference="anchorPosition"
      {...(anchor === null ? {} : { anchorPosition: { left: anchor.left, top: anchor.top } })}
      slotProps={{
        list: { 'aria-label': t('figures.openOf', { what: anchor?.title ?? '' }) },
        paper: { variant: 'outlined' },
      }}
    >
      {anchor?.targets.map(({ label, href }) => (
        <MenuItem key={href} component={Link} href={href} onClick={onClose}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** A text that leads to the records behind it; where they are of several kinds it asks of which. */
export function TargetLink({
  text,
  what,
  targets,
}: {
  text: string;
  what: string;
  targets: readonly Target[];
}) {
  const { t } = useI18n();
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const [first, ...others] = targets;
  if (first === undefined) return text;
  if (others.length === 0) return <TextLink href={first.href}>{text}</TextLink>;
  return (
    <>
      <Button
        variant="text"
        size="small"
        aria-haspopup="menu"
        aria-label={`${text}. ${t('figures.openOf', { what })}`}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setAnchor({ left, top: bottom, title: what, targets });
        }}
        sx={{ minWidth: 0, minHeight: 20, p: 0, font: 'inherit', fontVariantNumeric: 'inherit' }}
      >
        {text}
      </Button>
      <TargetMenu anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
