import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { isDefinedError } from '@orpc/client';
import { Check, ChevronDown, Pencil, Trash2, Users } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useId, useRef, useState } from 'react';
import type { Listed, View } from '#shared/contract/views.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { isReadOnly, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Sheet } from '../components/Sheet.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { useColleagues } from '../work/colleagues.ts';
import { type SavedViews, type ShownNow, useSavedViews, useViewCounts } from './saved-views.ts';

type Props = { kind: Listed; title: string; now: ShownNow };

/** The title of a list, which opens its views: one's own, those of others, and the way to save what is shown. V opens it. */
export const ViewMenu = memo(function ViewMenu({ kind, title, now }: Props) {
  const { t } = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const views = useSavedViews(kind, now);
  const titleId = useId();
  useKeys(isReadOnly() ? {} : { v: { label: t('queue.views.open'), run: () => setOpen(true) } });
  const shown = views.current?.name ?? title;
  if (isReadOnly()) return title;
  return (
    <>
      <Tooltip title={`${t('queue.views.open')} (V)`}>
        <ButtonBase
          ref={button}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-keyshortcuts="V"
          onClick={() => setOpen(true)}
          sx={{
            typography: 'h2',
            gap: 1,
            px: 1.5,
            mx: -1.5,
            borderRadius: 1,
            minWidth: 0,
            minHeight: 28,
            '&:hover': { bgcolor: 'action.hover' },
            '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
          }}
        >
          <span>{shown}</span>
          <ChevronDown size={14} aria-hidden style={{ flex: 'none' }} />
        </ButtonBase>
      </Tooltip>
      <Sheet
        open={isOpen}
        anchor={() => button.current}
        name={{ 'aria-labelledby': titleId }}
        width={380}
        padding={2}
        onClose={() => setOpen(false)}
      >
        <Box component="h2" id={titleId} sx={{ typography: 'h3', m: 0, px: 2, pt: 1, pb: 2 }}>
          {t('queue.views.title')}
        </Box>
        {isOpen && <ViewList kind={kind} title={title} views={views} onClose={() => setOpen(false)} />}
      </Sheet>
    </>
  );
});

type ListProps = { kind: Listed; title: string; views: SavedViews; onClose: () => void };

function ViewList({ kind, title, views, onClose }: ListProps) {
  const { t } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  const counts = useViewCounts(kind, views.views);
  const own = views.views.filter(({ isOwn }) => isOwn);
  const shared = views.views.filter(({ isOwn }) => !isOwn);
  const show = (view: View | null) => {
    views.show(view);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-view]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows.at((at + step + rows.length) % rows.length)?.focus();
  };
  return (
    <Box ref={list} onKeyDown={onKeyDown}>
      <Box sx={{ maxHeight: 'min(360px, 50vh)', overflowY: 'auto' }}>
        <ViewButton
          name={title}
          isCurrent={views.current === null && views.changed === null}
          autoFocus
          onClick={() => show(null)}
        />
        {own.length > 0 && <Group title={t('queue.views.own')} />}
        {own.map((view) => (
          <OwnView
            key={view.id}
            view={view}
            count={counts.get(view.id)}
            views={views}
            onShow={() => show(view)}
          />
        ))}
        {shared.length > 0 && <Group title={t('queue.views.shared')} />}
        {shared.map((view) => (
          <SharedView
            key={view.id}
            view={view}
            count={counts.get(view.id)}
            views={views}
            onShow={() => show(view)}
          />
        ))}
      </Box>
      <SaveView views={views} onDone={onClose} />
    </Box>
  );
}

function Group({ title }: { title: string }) {
  return (
    <Box component="h3" sx={{ typography: 'caption', fontWeight: 600, m: 0, px: 2, pt: 2, pb: 1 }}>
      {title}
    </Box>
  );
}

type ButtonProps = {
  name: string;
  /** Said beside the name. */
  aside?: string | undefined;
  count?: string | undefined;
  isCurrent: boolean;
  autoFocus?: boolean;
  onClick: () => void;
  children?: ReactNode;
};

/** A view that is shown by choosing it, and what else can be done with it. */
function ViewButton({ name, aside, count, isCurrent, autoFocus = false, onClick, children }: ButtonProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <ButtonBase
        data-view
        autoFocus={autoFocus}
        aria-current={isCurrent}
        onClick={onClick}
        sx={{
          flex: 1,
          minWidth: 0,
          gap: 2,
          minHeight: 32,
          px: 2,
          borderRadius: 1,
          typography: 'body2',
          justifyContent: 'flex-start',
          textAlign: 'left',
          // Where the list scrolls it would be cut off.
          outlineOffset: -2,
          '&:hover': { bgcolor: 'action.hover' },
          '& .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        }}
      >
        <Box component="span" sx={{ width: 14, flex: 'none', display: 'inline-flex' }}>
          {isCurrent && <Check size={14} aria-hidden />}
        </Box>
        <span className="name">{name}</span>
        {aside !== undefined && (
          <Box component="span" sx={{ typography: 'caption', whiteSpace: 'nowrap' }}>
            {aside}
          </Box>
        )}
        {count !== undefined && (
          <Box
            component="span"
            sx={{
              typography: 'caption',
              ml: 'auto',
              fontVariantNumeric: 'tabular-nums',
              whiteSpace: 'nowrap',
            }}
          >
            {count}
          </Box>
        )}
      </ButtonBase>
      {children}
    </Box>
  );
}

type ViewProps = { view: View; count: string | undefined; views: SavedViews; onShow: () => void };

/** One's own view: renamed, shared where one may, and removed. */
function OwnView({ view, count, views, onShow }: ViewProps) {
  const { t } = useI18n();
  const mayShare = useMay('supervisor');
  const [isNaming, setNaming] = useState(false);
  if (isNaming)
    return (
      <NameForm
        label={t('queue.views.rename', { name: view.name })}
        first={view.name}
        act={t('queue.views.renameDone')}
        onCancel={() => setNaming(false)}
        onSend={(name, onFault) => views.rename(view, name, { onDone: () => setNaming(false), onFault })}
      />
    );
  const shareLabel = t(view.isShared ? 'queue.views.unshare' : 'queue.views.share', { name: view.name });
  return (
    <ViewButton
      name={view.name}
      aside={view.isShared ? t('queue.views.isShared') : undefined}
      count={count}
      isCurrent={views.current?.id === view.id}
      onClick={onShow}
    >
      <Act label={t('queue.views.rename', { name: view.name })} onClick={() => setNaming(true)}>
        <Pencil size={14} aria-hidden />
      </Act>
      {(mayShare || view.isShared) && (
        <Act
          label={shareLabel}
          isPressed={view.isShared}
          isOff={!mayShare}
          onClick={() => views.share(view, !view.isShared)}
        >
          <Users size={14} aria-hidden />
        </Act>
      )}
      <Act label={t('queue.views.remove', { name: view.name })} onClick={() => views.remove(view)}>
        <Trash2 size={14} aria-hidden />
      </Act>
    </ViewButton>
  );
}

/** A view that somebody else shares; a supervisor may take it away from all. */
function SharedView({ view, count, views, onShow }: ViewProps) {
  const { t } = useI18n();
  const { nameOf } = useColleagues();
  const mayRemove = useMay('supervisor');
  return (
    <ViewButton
      name={view.name}
      aside={t('queue.views.of', { who: nameOf(view.personId) })}
      count={count}
      isCurrent={views.current?.id === view.id}
      onClick={onShow}
    >
      {mayRemove && (
        <Act label={t('queue.views.remove', { name: view.name })} onClick={() => views.remove(view)}>
          <Trash2 size={14} aria-hidden />
        </Act>
      )}
    </ViewButton>
  );
}

type ActProps = {
  label: string;
  isPressed?: boolean;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function Act({ label, isPressed, isOff = false, onClick, children }: ActProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          aria-pressed={isPressed}
          disabled={isOff}
          color={isPressed === true ? 'primary' : 'default'}
          onClick={onClick}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** Saves the list as it is shown: over one's own view that was changed, or under a new name. */
function SaveView({ views, onDone }: { views: SavedViews; onDone: () => void }) {
  const { t } = useI18n();
  const [isNaming, setNaming] = useState(false);
  const { changed } = views;
  return (
    <Box sx={{ borderTop: 1, mt: 2, pt: 2 }}>
      {isNaming ? (
        <NameForm
          label={t('queue.views.name')}
          first=""
          act={t('queue.views.save')}
          onCancel={() => setNaming(false)}
          onSend={(name, onFault) => views.saveAs(name, { onDone, onFault })}
        />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button data-view size="small" onClick={() => setNaming(true)}>
            {t('queue.views.saveAs')}
          </Button>
          {changed !== null && (
            <Button
              data-view
              size="small"
              variant="contained"
              disabled={views.isPending}
              onClick={() => {
                views.update(changed);
                onDone();
              }}
            >
              {t('queue.views.update', { name: changed.name })}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

type NameProps = {
  label: string;
  first: string;
  act: string;
  onCancel: () => void;
  onSend: (
    name: string,
    onFault: (fault: Parameters<Parameters<SavedViews['rename']>[2]['onFault']>[0]) => void,
  ) => void;
};

function NameForm({ label, first, act, onCancel, onSend }: NameProps) {
  const { t } = useI18n();
  const errorMessage = useErrorMessage();
  const [name, setName] = useState(first);
  const [fault, setFault] = useState<string | null>(null);
  const send = () => {
    if (name.trim() === '') return;
    onSend(name.trim(), (error) => {
      if (error === null) return;
      const isKnown = isDefinedError(error) && (error.code === 'NAME_TAKEN' || error.code === 'TOO_MANY');
      setFault(isKnown ? t(`queue.views.error.${error.code}`) : errorMessage(error));
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <Form
      aria-label={label}
      onSubmit={send}
      onKeyDown={onKeyDown}
      sx={{ display: 'flex', gap: 2, alignItems: 'end', px: 1, py: 1 }}
    >
      <TextField
        autoFocus
        label={label}
        value={name}
        onChange={(next) => {
          setName(next);
          setFault(null);
        }}
        maxLength={60}
        error={fault}
      />
      <Button
        type="submit"
        variant="contained"
        size="small"
        disabled={name.trim() === ''}
        sx={{ flex: 'none' }}
      >
        {act}
      </Button>
    </Form>
  );
}
