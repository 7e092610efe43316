import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import {
  CircleDot,
  Eye,
  EyeOff,
  type LucideIcon,
  MessageSquareText,
  MoveUpRight,
  Pencil,
  Square,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Annotation, AnnotationShape } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { Acts } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { anchorOf, type DrawnShape, drawn, isSlip, numbersOf } from './annotation-shapes.ts';
import { type Fraction, fractionAt, type Rotation, type Size } from './image-geometry.ts';
import { type AnnotationTool, useAnnotationChanges } from './useAnnotations.ts';

type AnnotationLayerProps = {
  size: Size;
  rotation: Rotation;
  annotations: readonly Annotation[];
  shown: boolean;
  chosen: number | null;
  onChoose: (id: number) => void;
  annotationTool: AnnotationTool;
};

/** The annotations over a photo, in its own coordinates, so that they follow its zoom, position and rotation. */
export function AnnotationLayer({
  size,
  rotation,
  annotations,
  shown,
  chosen,
  onChoose,
  annotationTool,
}: AnnotationLayerProps) {
  const frame = useRef<SVGSVGElement>(null);
  const from = useRef<Fraction | null>(null);
  const { draft } = annotationTool;
  const drawing = draft.phase === 'drawing' ? draft : null;
  const draftShape = draft.phase === 'none' || draft.shape === null ? null : draft.shape;
  const numbers = numbersOf(annotations);
  const at = (event: PointerEvent): Fraction => {
    const box = frame.current?.getBoundingClientRect();
    return box === undefined ? { x: 0, y: 0 } : fractionAt(box, rotation, event.clientX, event.clientY);
  };
  const shapeTo = (event: PointerEvent): DrawnShape | null =>
    drawing === null || from.current === null ? null : drawn(drawing.tool, from.current, at(event));
  return (
    <Box
      component="svg"
      ref={frame}
      data-marks
      aria-hidden
      viewBox={`0 0 ${size.width} ${size.height}`}
      onPointerDown={(event: PointerEvent) => {
        if (drawing === null || event.button !== 0) return;
        frame.current?.setPointerCapture(event.pointerId);
        from.current = at(event);
        annotationTool.draw(drawing.tool === 'point' ? shapeTo(event) : null);
      }}
      onPointerMove={(event: PointerEvent) => {
        if (from.current !== null) annotationTool.draw(shapeTo(event));
      }}
      onPointerUp={(event: PointerEvent) => {
        const shape = shapeTo(event);
        from.current = null;
        if (shape === null || isSlip(shape, size)) annotationTool.draw(null);
        else annotationTool.write(shape);
      }}
      onPointerCancel={() => {
        from.current = null;
        annotationTool.draw(null);
      }}
      sx={{
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        overflow: 'visible',
        pointerEvents: drawing === null ? 'none' : 'all',
        touchAction: 'none',
      }}
    >
      {shown &&
        annotations.map(({ id, shape }) =>
          shape.kind === 'note' ? null : (
            <DrawnAnnotation
              key={id}
              shape={shape}
              size={size}
              rotation={rotation}
              number={numbers.get(id) ?? null}
              chosen={id === chosen}
              {...(drawing === null ? { onChoose: () => onChoose(id) } : {})}
            />
          ),
        )}
      {draftShape !== null && draftShape.kind !== 'note' && (
        <DrawnAnnotation shape={draftShape} size={size} rotation={rotation} number={null} chosen />
      )}
    </Box>
  );
}

type DrawnAnnotationProps = {
  shape: DrawnShape;
  size: Size;
  rotation: Rotation;
  number: number | null;
  chosen: boolean;
  onChoose?: () => void;
};

/** A bright line with a dark edge, equally thick at every zoom, and its number, upright at every rotation. */
function DrawnAnnotation({ shape, size, rotation, number, chosen, onChoose }: DrawnAnnotationProps) {
  const { perito, typography } = useTheme();
  const { line: plain, edge, chosen: bright } = perito.annotations;
  const line = chosen ? bright : plain;
  const anchor = anchorOf(shape);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only for the pointer; by keyboard it is chosen in the list beside
    <g
      className="mark"
      data-mark={shape.kind}
      style={onChoose === undefined ? {} : { pointerEvents: 'visiblePainted', cursor: 'pointer' }}
      onClick={onChoose}
    >
      <Outline shape={shape} size={size} colour={edge} width={4.5} />
      <Outline shape={shape} size={size} colour={line} width={2} />
      {number !== null && (
        <FixedSize x={anchor.x * size.width} y={anchor.y * size.height} turn={-rotation}>
          <circle className="mark" r={9} fill={line} stroke={edge} strokeWidth={1} />
          <text
            className="mark"
            textAnchor="middle"
            dominantBaseline="central"
            fill={edge}
            fontFamily={typography.code}
            fontSize={11}
            fontWeight={700}
          >
            {number}
          </text>
        </FixedSize>
      )}
    </g>
  );
}

/** Draws its children at a point of the photo, at the same size for every zoom. */
function FixedSize({ x, y, turn, children }: { x: number; y: number; turn: number; children: ReactNode }) {
  return (
    <g style={{ transform: `translate(${x}px, ${y}px) scale(calc(1 / var(--zoom, 1))) rotate(${turn}deg)` }}>
      {children}
    </g>
  );
}

type OutlineProps = { shape: DrawnShape; size: Size; colour: string; width: number };

function Outline({ shape, size, colour, width }: OutlineProps) {
  const stroke = {
    className: 'mark',
    fill: 'none',
    stroke: colour,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
    style: { strokeWidth: `calc(${width}px / var(--zoom, 1))` },
  } as const;
  if (shape.kind === 'rectangle')
    return (
      <rect
        {...stroke}
        x={shape.x * size.width}
        y={shape.y * size.height}
        width={shape.width * size.width}
        height={shape.height * size.height}
      />
    );
  if (shape.kind === 'point')
    return (
      <FixedSize x={shape.x * size.width} y={shape.y * size.height} turn={0}>
        <circle className="mark" r={14} fill="none" stroke={colour} strokeWidth={width} />
        <circle className="mark" r={width / 1.6} fill={colour} />
      </FixedSize>
    );
  const [x1, y1] = [shape.fromX * size.width, shape.fromY * size.height];
  const [x2, y2] = [shape.toX * size.width, shape.toY * size.height];
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return (
    <>
      <line {...stroke} x1={x1} y1={y1} x2={x2} y2={y2} />
      <FixedSize x={x2} y={y2} turn={turn}>
        <path
          className="mark"
          d="M -13 -7 L 0 0 L -13 7"
          fill="none"
          stroke={colour}
          strokeWidth={width}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </FixedSize>
    </>
  );
}

type AnnotationPanelProps = {
  photo: number;
  annotations: readonly Annotation[];
  annotationTool: AnnotationTool;
  chosen: number | null;
  onChoose: (id: number) => void;
  shown: boolean;
  onShown: (shown: boolean) => void;
};

/** The list of annotations and notes, and the form of the one that is being made. */
export function AnnotationPanel({
  photo,
  annotations,
  annotationTool,
  chosen,
  onChoose,
  shown,
  onShown,
}: AnnotationPanelProps) {
  const { t } = useI18n();
  const change = useAnnotationChanges(photo);
  const numbers = numbersOf(annotations);
  const { draft } = annotationTool;
  return (
    <>
      {draft.phase !== 'none' && (
        <Box sx={{ p: 4, borderBottom: 1 }}>
          {draft.phase === 'writing' ? (
            <AnnotationForm
              key={draft.shape.kind}
              label={t(
                draft.shape.kind === 'note' ? 'photos.annotations.noteText' : 'photos.annotations.text',
              )}
              save={t(
                draft.shape.kind === 'note' ? 'photos.annotations.saveNote' : 'photos.annotations.save',
              )}
              discard={t('photos.annotations.discard')}
              needsText={draft.shape.kind === 'note'}
              busy={change.busy}
              onSave={(text) => change.add(draft.shape, text, annotationTool.drop)}
              onDiscard={annotationTool.drop}
            />
          ) : (
            <Typography variant="body2" role="status">
              {draft.phase === 'placing'
                ? t('photos.annotations.place')
                : t(draft.tool === 'point' ? 'photos.annotations.drawPoint' : 'photos.annotations.draw')}
            </Typography>
          )}
        </Box>
      )}
      {numbers.size > 0 && (
        <Box sx={{ px: 3, py: 1.5 }}>
          <Button
            size="small"
            variant="text"
            color="inherit"
            startIcon={shown ? <EyeOff size={14} /> : <Eye size={14} />}
            aria-keyshortcuts="H"
            onClick={() => onShown(!shown)}
          >
            {t(shown ? 'photos.annotations.hide' : 'photos.annotations.show')}
            <Kbd gap>H</Kbd>
          </Button>
        </Box>
      )}
      {annotations.length === 0 && draft.phase === 'none' && (
        <Box sx={{ p: 4 }}>
          <Typography variant="body2">{t('photos.annotations.none')}</Typography>
          <Acts of="attachments.addAnnotation">
            <Typography variant="caption" component="p" sx={{ mt: 1 }}>
              {t('photos.annotations.noneText')}
            </Typography>
          </Acts>
        </Box>
      )}
      <Box component="ul" aria-label={t('photos.annotations.title')}>
        {annotations.map((annotation) => (
          <AnnotationItem
            key={annotation.id}
            annotation={annotation}
            number={numbers.get(annotation.id) ?? null}
            chosen={annotation.id === chosen}
            onChoose={() => onChoose(annotation.id)}
            changes={change}
          />
        ))}
      </Box>
    </>
  );
}

const icons: Record<AnnotationShape['kind'], LucideIcon> = {
  note: MessageSquareText,
  point: CircleDot,
  rectangle: Square,
  arrow: MoveUpRight,
};

type AnnotationItemProps = {
  annotation: Annotation;
  number: number | null;
  chosen: boolean;
  onChoose: () => void;
  changes: ReturnType<typeof useAnnotationChanges>;
};

/** An annotation in the list: its kind and number, its text, who made it and when. */
function AnnotationItem({ annotation, number, chosen, onChoose, changes }: AnnotationItemProps) {
  const { t } = useI18n();
  const actorName = useActorName();
  const [changing, setChanging] = useState(false);
  const Icon = icons[annotation.shape.kind];
  const kind = t(`photos.annotations.kind.${annotation.shape.kind}`);
  const name = number === null ? kind : t('photos.annotations.numbered', { kind, number });
  return (
    <Box
      component="li"
      aria-current={chosen ? 'true' : undefined}
      onClick={onChoose}
      sx={{ px: 4, py: 2.5, borderTop: 1, bgcolor: chosen ? 'background.raised' : 'transparent' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, '& svg': { flex: 'none' } }}>
        <Icon size={14} aria-hidden />
        <Typography variant="body2" component="h3" sx={{ fontWeight: 550, flex: 1 }}>
          {name}
        </Typography>
        <Acts of="attachments.changeAnnotation">
          <Small
            label={t('photos.annotations.changeOf', { what: name })}
            icon={Pencil}
            act={() => setChanging(true)}
          />
          <Small
            label={t('photos.annotations.removeOf', { what: name })}
            icon={Trash2}
            act={() => changes.remove(annotation.id)}
          />
        </Acts>
      </Box>
      {changing ? (
        <Box sx={{ my: 2 }}>
          <AnnotationForm
            label={t('photos.annotations.text')}
            save={t('photos.annotations.keep')}
            discard={t('common.cancel')}
            text={annotation.text}
            needsText={annotation.shape.kind === 'note'}
            busy={changes.busy}
            onSave={(text) => changes.change(annotation.id, text, () => setChanging(false))}
            onDiscard={() => setChanging(false)}
          />
        </Box>
      ) : (
        <Typography
          variant="body2"
          sx={{
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            ...(annotation.text === '' ? { color: 'text.secondary', fontStyle: 'italic' } : {}),
          }}
        >
          {annotation.text === '' ? t('photos.annotations.noText') : annotation.text}
        </Typography>
      )}
      <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
        {actorName(annotation.who)} · <RelativeTime at={annotation.at} />
      </Typography>
    </Box>
  );
}

function Small({ label, icon: Icon, act }: { label: string; icon: LucideIcon; act: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={act} sx={{ width: 26, height: 26, p: 0 }}>
        <Icon size={14} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

type AnnotationFormProps = {
  label: string;
  save: string;
  discard: string;
  text?: string;
  /** A note needs a text, other annotations may have none. */
  needsText: boolean;
  busy: boolean;
  onSave: (text: string) => void;
  onDiscard: () => void;
};

/** The form for the text of an annotation: Ctrl+Enter saves, Escape discards. */
function AnnotationForm({
  label,
  save,
  discard,
  text: first = '',
  needsText,
  busy,
  onSave,
  onDiscard,
}: AnnotationFormProps) {
  const { t } = useI18n();
  const [text, setText] = useState(first);
  const canSave = !busy && (!needsText || text.trim() !== '');
  const send = () => {
    if (canSave) onSave(text.trim());
  };
  return (
    <Form
      onSubmit={send}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        if (event.key === 'Escape') {
          // Otherwise it would close the photo too.
          event.stopPropagation();
          onDiscard();
        }
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        label={label}
        placeholder={t('photos.annotations.placeholder')}
        value={text}
        onChange={setText}
        rows={2}
        maxLength={2000}
        autoFocus
      />
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" variant="contained" disabled={!canSave}>
          {save}
        </Button>
        <Button variant="text" color="inherit" onClick={onDiscard}>
          {discard}
        </Button>
      </Box>
    </Form>
  );
}
