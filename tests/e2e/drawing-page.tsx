/** A page of parts of the screen alone, built and asked by drawing.test.ts. */
import { CacheProvider } from '@emotion/react';
import MuiBox from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { type SxProps, type Theme, ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { followBefore, navigate, useOfPath } from '../../renderer/app/hash-location.ts';
import { Link } from '../../renderer/app/Link.tsx';
import { startLocale } from '../../renderer/app/locale/i18n.ts';
import { Words } from '../../renderer/app/locale/Words.tsx';
import { styleCache } from '../../renderer/app/theme/style-cache.ts';
import { makeTheme } from '../../renderer/app/theme/theme.ts';
import { Box } from '../../renderer/components/Box.tsx';
import { Later } from '../../renderer/components/Later.tsx';
import { VirtualList } from '../../renderer/components/list/VirtualList.tsx';
import { Tooltip } from '../../renderer/components/Tooltip.tsx';
import { useGrowing } from '../../renderer/components/useGrowing.tsx';

type Mode = 'light' | 'dark';

/** Of each way in which the screens write a style, one. */
const samples: Record<string, SxProps<Theme>> = {
  spaces: { px: 4, pt: 3, mb: 0, gap: 2 },
  palette: { color: 'text.secondary', bgcolor: 'action.selected', borderBottom: 1 },
  typography: { typography: 'caption', fontWeight: 600 },
  function: (theme) => ({ height: theme.perito.sizes.listRow, color: theme.palette.primary.main }),
  innerFunction: { pr: ({ perito }) => perito.gutter, width: 100 },
  breakpoints: { width: { xs: 220, lg: 290 }, display: { xs: 'none', md: 'flex' } },
  mediaQuery: (theme) => ({ width: 300, [theme.breakpoints.down('xl')]: { width: 120 } }),
  nested: { '& > span': { color: 'error.main', pl: 3 }, '&::before': { content: '"x"', top: 5 } },
  list: [{ m: 0, typography: 'body2' }, false, { m: 2 }],
  same: { px: 4, pt: 3, mb: 0, gap: 2 },
};
/** What is compared of an element, its first child and what stands before it. */
const compared = [
  ...['padding', 'margin', 'gap', 'color', 'backgroundColor', 'borderBottom', 'font', 'height', 'width'],
  ...['display', 'content', 'top', 'lineHeight', 'letterSpacing'],
] as const;

const element = document.createElement('div');
document.body.append(element);
let root: Root | null = null;

const within = (mode: Mode, children: ReactNode) => (
  <CacheProvider value={styleCache()}>
    <ThemeProvider theme={makeTheme(mode, 'compact')}>
      <Words>{children}</Words>
    </ThemeProvider>
  </CacheProvider>
);

/** Draws it at once, in place of what was there. */
function draw(children: ReactNode, mode: Mode = 'light') {
  root ??= createRoot(element);
  const drawn = root;
  flushSync(() => drawn.render(within(mode, children)));
}

function looksOf(id: string): string {
  const own = document.getElementById(id);
  if (own === null) throw new Error(id);
  const parts: [Element, string?][] = [
    [own],
    [own, '::before'],
    ...[...own.children].map((one): [Element] => [one]),
  ];
  return JSON.stringify(
    parts.map(([one, pseudo]) => {
      const style = getComputedStyle(one, pseudo);
      return compared.map((name) => `${name}: ${style[name as 'color']}`);
    }),
  );
}

function Followers({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => `${index}`).map((key) => <Follower key={key} />);
}
const Follower = () => <p>{useOfPath((path) => path)}</p>;

const steps = { links: 0, lists: 0 };
function DrawnLink() {
  steps.links += 1;
  return (
    <Link href="/two" replace>
      two
    </Link>
  );
}

function Grown({ rows }: { rows: readonly number[] }) {
  const { shown, more } = useGrowing(rows, 20);
  return (
    <div id="scroller" style={{ height: 300, overflowY: 'auto' }}>
      <ul>
        {shown.map((row) => (
          <li key={row} style={{ height: 30 }}>
            {row}
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}

function Named() {
  const [count, setCount] = useState(0);
  return (
    <div style={{ padding: 80, display: 'flex', gap: 80 }}>
      <Tooltip title={`pressed ${count} times`}>
        <button type="button" onClick={() => setCount(count + 1)}>
          described by its tooltip
        </button>
      </Tooltip>
      <Tooltip title="named otherwise" describeChild={false}>
        <button type="button">y</button>
      </Tooltip>
      <Tooltip title="what it does">
        <button type="button" aria-label="its own name">
          x
        </button>
      </Tooltip>
      <button type="button">another</button>
    </div>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function Rows() {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div style={{ height: 400, display: 'flex', flexDirection: 'column' }}>
      <VirtualList
        label="rows"
        rows={numbers(500).map((id) => ({ id }))}
        selected={null}
        total={500}
        onNearEnd={() => undefined}
        scroller={scroller}
        renderRow={({ id }) => <a href="#/">{id}</a>}
        choosing={null}
      />
    </div>
  );
}

/** What waits for an answer that comes when it is told to. */
let answer: (() => void) | null = null;
let keysAt: string[] = [];
window.addEventListener('keydown', () => keysAt.push(element.textContent));

/** What follows of promises alone, and no timer. */
async function promisesKept() {
  for (let step = 0; step < 20; step += 1) await null;
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

const drawing = {
  start: () => startLocale('en'),
  /** By sample, how it looks here and by MUI's own. */
  looks(mode: Mode): Record<string, { own: string; mui: string }> {
    const ids = Object.entries(samples);
    draw(
      ids.flatMap(([name, sx]) => [
        <Box key={`own ${name}`} id={`own ${name}`} sx={sx}>
          <span>text</span>
        </Box>,
        <MuiBox key={`mui ${name}`} id={`mui ${name}`} sx={sx}>
          <span>text</span>
        </MuiBox>,
      ]),
      mode,
    );
    return Object.fromEntries(
      ids.map(([name]) => [name, { own: looksOf(`own ${name}`), mui: looksOf(`mui ${name}`) }]),
    );
  },
  classes: () => ({
    spaces: document.getElementById('own spaces')?.className,
    same: document.getElementById('own same')?.className,
  }),
  /** A class of one's own stays, and a component's style gives way to what `sx` says. */
  mixed() {
    draw(
      <>
        <Box id="classed" className="mine" sx={{ height: 21 }} />
        <Box id="chip" component={Chip} label="chip" className="mine" sx={{ height: 57 }} />
        <Box id="plain" className="mine" />
      </>,
    );
    return Object.fromEntries(
      ['classed', 'chip', 'plain'].map((id) => {
        const own = document.getElementById(id);
        return [id, { isMine: own?.classList.contains('mine'), height: own?.offsetHeight }];
      }),
    );
  },
  later() {
    draw(
      <>
        <p>above</p>
        <Later>
          <p>below</p>
        </Later>
        <Later isWanted>
          <p>wanted</p>
        </Later>
      </>,
    );
    return element.textContent;
  },
  text: () => element.textContent,
  /** How often something is drawn when the browser itself goes elsewhere, as back and forward do. */
  async followed(count: number): Promise<{ drawn: number; texts: number }> {
    window.location.hash = '#/one';
    draw(<Followers count={count} />);
    await frame();
    let drawn = 0;
    const observer = new MutationObserver(() => {
      drawn += 1;
    });
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    const gone = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    window.location.hash = '#/two';
    await gone;
    await frame();
    observer.disconnect();
    return {
      drawn,
      texts: [...element.querySelectorAll('p')].filter((one) => one.textContent === '/two').length,
    };
  },
  /** Draws what follows the address, of which /slow is asked for ahead. */
  askedAhead() {
    navigate('/first');
    keysAt = [];
    followBefore((path) =>
      path.startsWith('/slow') ? new Promise((resolve) => (answer = () => resolve(null))) : null,
    );
    draw(<Follower />);
  },
  /** Goes there; the text before any time has passed. */
  async goTo(path: string) {
    navigate(path);
    await promisesKept();
    return element.textContent;
  },
  async answered() {
    answer?.();
    await promisesKept();
    return element.textContent;
  },
  /** By what was seen of the page as keys were pressed. */
  pressed(path: string) {
    navigate(path);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    return keysAt;
  },
  links() {
    steps.links = 0;
    draw(<DrawnLink />);
  },
  linksDrawn: () => steps.links,
  named: () => draw(<Named />),
  grow: (count: number) => draw(<Grown rows={numbers(count)} />),
  lines: () => element.querySelectorAll('li').length,
  /** Rows in the first frame of a list that is opened anew. */
  rows() {
    steps.lists += 1;
    draw(<Rows key={steps.lists} />);
    return element.querySelectorAll('[data-item]').length;
  },
  rowsNow: () => element.querySelectorAll('[data-item]').length,
};
export type Drawing = typeof drawing;

Object.assign(window, { drawing });
