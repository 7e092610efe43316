import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { SxProps, Theme } from '@mui/material/styles';
import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { maxChosen } from '#shared/contract/common.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { Box } from '../Box.tsx';
import { Tooltip } from '../Tooltip.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import type { List } from './useListQuery.ts';
import type { Selection } from './useSelection.ts';

type Props<Row extends { id: number | string }> = {
  /** Of the list. */
  title: string;
  list: List<Row>;
  selection: Selection<Row>;
  /** Of the rows' Spanish name: la orden, el reclamo. */
  gender: 'feminine' | 'masculine';
  about: ReactNode;
  /** What is done with the chosen rows. */
  children: ReactNode;
};

/** Stands in place of a list's header while rows are chosen: how many of how many, and what can be done with them. */
export function SelectionBar<Row extends { id: number | string }>(props: Props<Row>) {
  const { list, selection, gender } = props;
  const { t, format } = useI18n();
  const { rows, isLoadingAll } = selection;
  const areLoadedChosen = list.rows.every(({ id }) => rows.has(id));
  const isFull = rows.size >= maxChosen;
  const all = Math.min(list.total, maxChosen);
  const mayHaveMore = isLoadingAll || (areLoadedChosen && list.hasMore);
  const isWithMore = isFull || mayHaveMore;
  return (
    <Box
      role="group"
      aria-label={t('common.selection.label')}
      sx={{
        gridArea: '1 / 1',
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        pl: 7,
        pr: 4,
        pt: 3,
        pb: 2.5,
        borderBottom: 1,
        bgcolor: 'action.selected',
        // Its edge alone would be lost on this ground.
        '& .MuiButton-outlined': { bgcolor: 'background.paper' },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, minHeight: 24 }}>
        <CheckMark
          label={t('common.selection.all')}
          checked={areLoadedChosen ? true : 'mixed'}
          onClick={areLoadedChosen ? selection.clear : selection.chooseLoaded}
          sx={{ position: 'absolute', left: 0, top: 12, height: 24 }}
        />
        <Box component="h1" sx={{ typography: 'h3', m: 0, whiteSpace: 'nowrap' }}>
          <VisuallyHidden>{props.title}</VisuallyHidden>{' '}
          <span>{t(`common.selection.${gender}`, { count: rows.size, rows: format.count(rows.size) })}</span>
        </Box>
        {list.count !== null && (
          <Box component="span" sx={{ typography: 'caption', whiteSpace: 'nowrap' }}>
            {t('common.selection.of', { total: list.count })}
          </Box>
        )}
        {props.about}
        {isFull ? (
          <Box component="span" sx={{ typography: 'caption', ml: 'auto', textAlign: 'right' }}>
            {t('common.selection.most', { rows: format.count(maxChosen) })}
          </Box>
        ) : (
          mayHaveMore && (
            <Button
              size="small"
              variant="text"
              disabled={isLoadingAll}
              onClick={selection.chooseAll}
              sx={{ ml: 'auto', minHeight: 24, py: 0, whiteSpace: 'nowrap' }}
            >
              {t(isLoadingAll ? 'common.loading' : 'common.selection.more', { rows: format.count(all) })}
            </Button>
          )
        )}
        <Tooltip title={`${t('common.selection.clear')} (Esc)`}>
          <IconButton
            size="small"
            aria-label={t('common.selection.clear')}
            aria-keyshortcuts="Escape"
            onClick={selection.clear}
            sx={{ ml: isWithMore ? 0 : 'auto', p: 1 }}
          >
            <X size={15} aria-hidden />
          </IconButton>
        </Tooltip>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{props.children}</Box>
    </Box>
  );
}

type CheckMarkProps = {
  label: string;
  checked: boolean | 'mixed';
  onClick: () => void;
  tabIndex?: number;
  sx: SxProps<Theme>;
};

/** A box that is checked or not, as wide as the space before a row's text. A button, since the keys of a list go on in it. */
export function CheckMark({ label, checked, onClick, tabIndex = 0, sx }: CheckMarkProps) {
  const Mark = checked === 'mixed' ? Minus : Check;
  return (
    <Box
      component="button"
      type="button"
      role="checkbox"
      aria-label={label}
      aria-checked={checked}
      tabIndex={tabIndex}
      onClick={onClick}
      sx={[
        {
          width: 28,
          p: 0,
          border: 0,
          bgcolor: 'transparent',
          cursor: 'pointer',
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          '&:focus-visible': { outlineOffset: '-2px !important' },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <Box
        component="span"
        sx={{
          width: 16,
          height: 16,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          borderRadius: 0.5,
          border: 1,
          borderColor: checked === false ? 'lineStrong' : 'primary.main',
          bgcolor: checked === false ? 'background.paper' : 'primary.main',
          color: 'primary.contrastText',
        }}
      >
        {checked !== false && <Mark size={12} strokeWidth={3} aria-hidden />}
      </Box>
    </Box>
  );
}
