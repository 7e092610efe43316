import MuiTooltip, { type TooltipProps } from '@mui/material/Tooltip';
import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  type SyntheticEvent,
  type TouchEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type Handlers = {
  title?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-label'?: string | undefined;
  onMouseOver?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onTouchStart?: (event: TouchEvent<HTMLElement>) => void;
};

type Props = Pick<
  TooltipProps,
  'title' | 'placement' | 'slotProps' | 'describeChild' | 'disableFocusListener'
> & {
  /** What it describes, or what it names where it does not describe; what that says of itself goes before the title. */
  children: ReactElement<Handlers>;
};

/** The element that is named, and what somebody did there first. */
type Approach = { element: HTMLElement; event: Event };

/**
 * MUI's Tooltip, made once somebody comes near with the pointer, the focus or a finger. A detail has dozens that nobody ever
 * looks at, and MUI's own draws each of them twice while the detail opens.
 */
export function Tooltip({ title, describeChild = true, children, ...props }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [approach, setApproach] = useState<Approach | null>(null);
  const near = (event: SyntheticEvent<HTMLElement>) => {
    const { currentTarget: element, nativeEvent } = event;
    if (approach?.element !== element) setApproach({ element, event: nativeEvent });
  };
  const own = children.props;
  const text = typeof title === 'string' && title !== '' ? title : undefined;
  const said = describeChild
    ? { title: isOpen ? undefined : text, 'aria-describedby': isOpen ? id : undefined }
    : { 'aria-label': text };
  return (
    <>
      {cloneElement(children, {
        ...said,
        ...own,
        onMouseOver(event) {
          own.onMouseOver?.(event);
          near(event);
        },
        onFocus(event) {
          own.onFocus?.(event);
          near(event);
        },
        onTouchStart(event) {
          own.onTouchStart?.(event);
          near(event);
        },
      })}
      {approach !== null && (
        <MuiTooltip
          key={keyOf(approach.element)}
          id={id}
          title={title}
          describeChild={describeChild}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          {...props}
        >
          <Named approach={approach} />
        </MuiTooltip>
      )}
    </>
  );
}

const keys = new WeakMap<Element, number>();
let lastKey = 0;

/** Another element in its place is named by a tooltip of its own. */
function keyOf(element: Element): number {
  const key = keys.get(element) ?? ++lastKey;
  keys.set(element, key);
  return key;
}

/** What MUI hands to the element that it names. */
type Given = {
  [name in 'onMouseOver' | 'onMouseLeave' | 'onFocus' | 'onBlur' | 'onTouchStart' | 'onTouchEnd']?: (
    event: Event,
  ) => void;
};

const heard = {
  ...{ mouseover: 'onMouseOver', mouseleave: 'onMouseLeave', focusin: 'onFocus', focusout: 'onBlur' },
  ...{ touchstart: 'onTouchStart', touchend: 'onTouchEnd' },
} as const satisfies Record<string, keyof Given>;
type Heard = keyof typeof heard;
const heardEvents: readonly Heard[] = [
  'mouseover',
  'mouseleave',
  'focusin',
  'focusout',
  'touchstart',
  'touchend',
];

/** Stands for the element that is there already, tells MUI's handlers what happens to it, and first what happened before. */
function Named({ approach, ref, ...given }: { approach: Approach; ref?: Ref<HTMLElement> } & Given): null {
  const { element } = approach;
  const latest = useRef<Given>(given);
  const [isKnown, setKnown] = useState(false);
  useLayoutEffect(() => {
    latest.current = given;
  });
  useLayoutEffect(() => {
    const listeners = heardEvents.map((name) => {
      const listener = (event: Event) => latest.current[heard[name]]?.(event);
      element.addEventListener(name, listener, { passive: true });
      return () => element.removeEventListener(name, listener);
    });
    if (typeof ref === 'function') ref(element);
    setKnown(true);
    return () => {
      for (const end of listeners) end();
    };
  }, [element, ref]);
  const { event } = approach;
  useLayoutEffect(() => {
    if (!isKnown) return;
    const name = heardEvents.find((one) => one === event.type);
    if (name !== undefined) latest.current[heard[name]]?.(event);
  }, [isKnown, event]);
  return null;
}
