/**
 * Language, theme and density. Without an office they are the installation's settings. In an office they are of each browser profile, or of
 * the desktop's own: what somebody chose there is kept there and sent to nobody, and what they did not choose is as the
 * installation has it.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import * as z from 'zod';
import { create } from 'zustand';
import { type Settings, settings } from '#shared/contract/settings.ts';
import { useApi } from './queries.ts';
import { isReadOnly } from './read-only.tsx';
import { useSettings } from './status.ts';

type Look = Settings['screen'];

const shownAs = 'perito.screen';
const chosenAs = 'perito.screen.chosen';
const { locale, theme, density } = settings.shape.screen.shape;
const chosenLook = z.object({
  locale: locale.exactOptional(),
  theme: theme.exactOptional(),
  density: density.exactOptional(),
});
type ChosenLook = z.infer<typeof chosenLook>;
const fallback: Look = { locale: 'system', theme: 'system', density: 'compact' };

/** What this window looked like last, so that it opens that way before the engine has answered. */
function shownLast(): Look {
  try {
    const [of = '', inTheme = '', rows = ''] = (localStorage.getItem(shownAs) ?? '').split(' ');
    return {
      locale: locale.catch(fallback.locale).parse(of),
      theme: theme.catch(fallback.theme).parse(inTheme),
      density: density.catch(fallback.density).parse(rows),
    };
  } catch {
    return fallback;
  }
}

function keepShown(shown: Look): void {
  try {
    localStorage.setItem(shownAs, `${shown.locale} ${shown.theme} ${shown.density}`);
  } catch {
    // Storage may be off in this browser; the settings come from the engine anyway.
  }
}

function chosenBefore(): ChosenLook {
  try {
    return chosenLook.parse(JSON.parse(localStorage.getItem(chosenAs) ?? '{}'));
  } catch {
    return {};
  }
}

/** What was chosen at this desk of an office. */
const useChosen = create<ChosenLook>(chosenBefore);

/** Keeps what somebody chose at a desk of an office. */
export function chooseLook(part: ChosenLook): void {
  useChosen.setState(part);
  try {
    localStorage.setItem(chosenAs, JSON.stringify(useChosen.getState()));
  } catch {
    // Storage may be off in this browser; it holds for as long as the page is there.
  }
}

/** Takes what another tab of this profile chose. */
function followChosen(): () => void {
  const take = ({ key }: StorageEvent) => {
    if (key === chosenAs || key === null) useChosen.setState(chosenBefore(), true);
  };
  window.addEventListener('storage', take);
  return () => window.removeEventListener('storage', take);
}

/** How this window looks; whoever is not signed in sees what this profile had last. */
export function useLook(): Look {
  // Who is here is asked by what shows the screens.
  const me = useQuery({ ...useApi().people.me.queryOptions(), enabled: false }).data;
  const installed = useSettings().data?.screen;
  const chosen = useChosen();
  // An archive is shown as this computer shows all else, whatever was set where it was made.
  const known = me === undefined || isReadOnly() ? undefined : installed;
  const isOffice = me?.isOffice === true;
  const shown = useMemo(
    () => ({ ...(known ?? shownLast()), ...(isOffice ? chosen : {}) }),
    [known, isOffice, chosen],
  );
  useEffect(followChosen, []);
  useEffect(() => {
    if (known !== undefined) keepShown(shown);
  }, [known, shown]);
  return shown;
}
