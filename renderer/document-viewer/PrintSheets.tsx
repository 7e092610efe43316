import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { PrintedPage } from './print-pages.ts';

type Props = { pages: readonly PrintedPage[]; lies: boolean; name: string; onDone: () => void };

const className = 'paper-print';

/** The only thing that is printed while it is there: one sheet a page. Asks for the printer once every page has come. */
export function PrintSheets({ pages, lies, name, onDone }: Props) {
  const missing = useRef(pages.length);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const before = document.title;
    document.title = name;
    const after = () => done.current();
    window.addEventListener('afterprint', after);
    return () => {
      document.title = before;
      window.removeEventListener('afterprint', after);
    };
  }, [name]);
  const loaded = () => {
    missing.current -= 1;
    if (missing.current === 0) window.print();
  };
  return createPortal(
    <div className={className} aria-hidden>
      <GlobalStyles
        styles={{
          [`.${className}`]: { display: 'none' },
          '@page': { margin: 0, size: lies ? 'landscape' : 'portrait' },
          '@media print': {
            [`body > :not(.${className})`]: { display: 'none !important' },
            'html, body': { height: 'auto !important', overflow: 'visible !important', background: 'none' },
            [`.${className}`]: { display: 'block' },
            [`.${className} .sheet`]: {
              height: '100vh',
              overflow: 'hidden',
              breakInside: 'avoid',
              breakAfter: 'page',
              '&:last-of-type': { breakAfter: 'auto' },
            },
            [`.${className} img`]: { display: 'block', width: '100%', height: '100%', objectFit: 'contain' },
          },
        }}
      />
      {pages.map(({ number, address }) => (
        <div key={number} className="sheet">
          <img src={address} alt="" onLoad={loaded} />
        </div>
      ))}
    </div>,
    document.body,
  );
}
