import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId } from 'react';

import { create } from 'zustand';
import { navigate } from './hash-location.ts';
import { useI18n } from './locale/i18n.ts';

/** Forms with unsaved changes, and the address to open after they are left. */
const useForms = create<{ unsaved: readonly string[]; wanted: string | null }>(() => ({
  unsaved: [],
  wanted: null,
}));

/** Has the person asked before a form that was changed is left, and the browser before the window closes. */
export function useUnsaved(changed: boolean): void {
  const form = useId();
  useEffect(() => {
    if (!changed) return;
    useForms.setState(({ unsaved }) => ({ unsaved: [...unsaved, form] }));
    return () => useForms.setState(({ unsaved }) => ({ unsaved: unsaved.filter((kept) => kept !== form) }));
  }, [form, changed]);
}

/** Whether a form was changed and not saved. */
export const isAnythingUnsaved = (): boolean => useForms.getState().unsaved.length > 0;

/** Has nobody asked any more about what was not saved. */
export const letGoOfUnsaved = (): void => useForms.setState({ unsaved: [], wanted: null });

/** Watches every way out of the screen. Call it once, before the router listens: it is told first. */
export function watchLeaving(): void {
  window.addEventListener('hashchange', (event) => {
    if (useForms.getState().unsaved.length === 0) return;
    event.stopImmediatePropagation();
    history.replaceState(null, '', event.oldURL);
    useForms.setState({ wanted: new URL(event.newURL).hash });
  });
  window.addEventListener('beforeunload', (event) => {
    if (useForms.getState().unsaved.length > 0) event.preventDefault();
  });
}

/** Asks whether changes that were not saved are let go. */
export function LeaveDialog() {
  const { t } = useI18n();
  const titleId = useId();
  const wanted = useForms((state) => state.wanted);
  const stay = () => useForms.setState({ wanted: null });
  const leave = () => {
    // While the question fades away it has been answered.
    if (wanted === null) return;
    useForms.setState({ unsaved: [], wanted: null });
    navigate(wanted);
  };
  return (
    <Dialog open={wanted !== null} onClose={stay} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId} variant="h2" component="h2">
        {t('common.leave.title')}
      </DialogTitle>
      <DialogContent>
        <DialogContentText variant="body2">{t('common.leave.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="text" color="inherit" onClick={leave}>
          {t('common.leave.leave')}
        </Button>
        <Button variant="contained" autoFocus onClick={stay}>
          {t('common.leave.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
