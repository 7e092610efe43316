import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useCapabilities, useCapability } from '../app/capabilities.ts';
import { Link } from '../app/Link.tsx';
import { textsBelow, useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { useOfficeState } from '../office/office-state.ts';
import { MarkedText } from '../search/MarkedText.tsx';
import {
  foundSettings,
  type ListedSetting,
  placesOf,
  type SettingName,
  type ShownBy,
} from './settings-search.ts';

const groups = ['office', 'receiving', 'claims', 'answers', 'data', 'program'] as const;
export type SettingsGroup = (typeof groups)[number];

type Props = {
  parts: readonly { name: Exclude<SettingName, 'audit'>; group: SettingsGroup }[];
  current: string | null;
};

/** The parts of the settings by group, and a field that finds them by any word that they say. */
export function SettingsNav({ parts, current }: Props) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const [query, setQuery] = useState('');
  const shownBy = useShownBy();
  const list = useRef<HTMLElement>(null);
  const listed = useMemo(() => {
    // The log has a screen of its own.
    const all = [...parts, { name: 'audit' as const, group: 'data' as const }];
    return all.map(({ name, group }): ListedSetting & { group: SettingsGroup } => ({
      ...{ name, group },
      label: name === 'audit' ? t('audit.title') : t(`settings.section.${name}`),
      texts: placesOf(name, shownBy).flatMap((place) => textsBelow(locale, place)),
    }));
  }, [parts, shownBy, t, locale]);
  const found = useMemo(() => foundSettings(listed, query), [listed, query]);
  // Where one part leads to another, or an address to the last of them, the list shows where one is.
  useEffect(() => {
    if (current !== null) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])];
  // What is called so is meant before what only says it.
  const meant = found.find(({ said }) => said === null) ?? found[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = links();
    if (event.key === 'Escape' && query !== '') setQuery('');
    else if (event.key === 'ArrowDown') first?.focus();
    else if (event.key === 'Enter' && query !== '' && meant !== undefined) go(pathOf(meant.name));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Box
      component="nav"
      ref={list}
      aria-label={t('settings.nav')}
      sx={{
        width: { xs: 184, md: 248 },
        flex: 'none',
        px: { xs: 2, md: 3 },
        pb: { xs: 2, md: 3 },
        borderRight: 1,
        overflowY: 'auto',
        // As much as the field covers.
        scrollPaddingTop: 56,
      }}
    >
      {/* It stays in sight, however far down the list one is. */}
      <Box
        sx={{
          ...{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper' },
          ...{ pt: { xs: 2, md: 3 }, pb: 1 },
        }}
      >
        <OutlinedInput
          size="small"
          fullWidth
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={t('settings.find.label')}
          inputProps={{
            'aria-label': t('settings.find.label'),
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 100,
          }}
          startAdornment={<Search size={14} aria-hidden />}
          endAdornment={
            query !== '' && (
              <IconButton size="small" aria-label={t('settings.find.clear')} onClick={() => setQuery('')}>
                <X size={14} />
              </IconButton>
            )
          }
        />
      </Box>
      {groups.map((group) => {
        const own = found.filter((one) => one.group === group);
        return own.length > 0 && <Group key={group} group={group} found={own} current={current} />;
      })}
      <Typography variant="caption" component="p" role="status" sx={{ px: 3, pt: query === '' ? 0 : 3 }}>
        {query !== '' && t('settings.find.found', { count: found.length })}
      </Typography>
    </Box>
  );
}

/** Null until this shell has said what it can. */
function useShownBy(): ShownBy | null {
  const capabilities = useCapabilities().data;
  const isDesk = useOfficeState((known) => known.office) != null;
  const hasUpdates = useCapability('tray') === true;
  const { data } = useQuery({
    ...useApi().desktop.updates.queryOptions({ enabled: hasUpdates }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const off = data === undefined ? 'inBrowser' : data.off;
  const updates = off === 'inBrowser' ? 'none' : off === 'notBuiltIn' ? 'notBuiltIn' : 'shown';
  return useMemo(
    () => (capabilities === undefined ? null : { capabilities, isDesk, updates }),
    [capabilities, isDesk, updates],
  );
}

const pathOf = (name: SettingName): string => (name === 'audit' ? '/audit' : `/settings/${name}`);

type Found = ReturnType<typeof foundSettings<ListedSetting & { group: SettingsGroup }>>;

function Group({ group, found, current }: { group: SettingsGroup; found: Found; current: string | null }) {
  const { t } = useI18n();
  const id = useId();
  return (
    <>
      <Typography id={id} variant="caption" component="p" sx={{ px: 3, pt: 3, pb: 1, fontWeight: 600 }}>
        {t(`settings.group.${group}`)}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ display: 'grid', gap: 0.5 }}>
        {found.map(({ name, label, said }) => (
          <li key={name}>
            <Box
              component={Link}
              href={pathOf(name)}
              {...(name === current ? { 'aria-current': 'page' as const } : {})}
              sx={{
                typography: 'body2',
                display: 'block',
                px: 3,
                py: 1,
                borderRadius: 1,
                textDecoration: 'none',
                color: name === current ? 'text.primary' : 'text.secondary',
                fontWeight: name === current ? 600 : 500,
                bgcolor: name === current ? 'action.selected' : 'transparent',
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              {label}
              {said !== null && (
                <Typography
                  variant="caption"
                  component="span"
                  sx={{ display: 'block', overflowWrap: 'anywhere' }}
                >
                  <MarkedText {...said} />
                </Typography>
              )}
            </Box>
          </li>
        ))}
      </Box>
    </>
  );
}
