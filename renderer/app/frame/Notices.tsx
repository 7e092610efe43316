import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useWords } from '../locale/i18n.ts';
import { useNotices } from '../notice.ts';

/** The line that says what was just done, with the way back. */
export function Notices() {
  const { t } = useWords();
  const { current, close } = useNotices();
  const act = current?.undo ?? current?.see;
  return (
    <Snackbar
      key={current?.id ?? 0}
      open={current !== null}
      autoHideDuration={current?.tone === 'done' ? 6_000 : 10_000}
      onClose={(_, why) => {
        if (why !== 'clickaway') close();
      }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      message={current?.text ?? ''}
      action={
        act === undefined ? undefined : (
          <Button
            size="small"
            color="inherit"
            variant="text"
            onClick={() => {
              close();
              act();
            }}
          >
            {t(current?.undo === undefined ? 'common.see' : 'common.undo')}
          </Button>
        )
      }
      sx={(theme) => ({
        left: { sm: theme.perito.sizes.railNarrow + 16, lg: theme.perito.sizes.rail + 16 },
        maxWidth: theme.perito.sizes.list - 32,
        '& .MuiSnackbarContent-root': { flexWrap: 'nowrap' },
      })}
    />
  );
}
