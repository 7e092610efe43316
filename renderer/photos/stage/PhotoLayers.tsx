import Box from '@mui/material/Box';
import { useCallback, useState } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { fileAddress } from '../file-address.ts';
import type { PhotoView } from '../photo-views.ts';
import { StageProblem } from './StageProblem.tsx';

/** What browsers decode themselves; of all else the preview is the best there is. */
const decodedByBrowsers = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
export const hasOriginalView = ({ content }: Pick<Attachment, 'content'>): boolean =>
  content?.mediaType != null && decodedByBrowsers.has(content.mediaType);

const order = ['thumbnail', 'preview', 'original'] as const;
type Layer = (typeof order)[number];

type Props = { photo: Attachment; view: PhotoView; sharp: boolean };

/** The thumbnail at once, over it the preview, and over that the original where the preview would be drawn larger than it is. */
export function PhotoLayers({ photo, view, sharp }: Props) {
  const [ready, setReady] = useState<ReadonlySet<Layer>>(new Set());
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const onReady = useCallback((layer: Layer) => setReady((old) => new Set([...old, layer])), []);
  const wanted = order.filter((layer) => layer !== 'original' || (sharp && hasOriginalView(photo)));
  const best = wanted.findLast((layer) => ready.has(layer)) ?? null;
  const light = view.brightness !== 100 || view.contrast !== 100;
  if (failed && best === null)
    return (
      <StageProblem
        onRetry={() => {
          setFailed(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <Box
      data-layers
      data-photo={photo.id}
      data-shown={best ?? 'nothing'}
      style={light ? { filter: `brightness(${view.brightness}%) contrast(${view.contrast}%)` } : {}}
      sx={(theme) => ({
        position: 'absolute',
        inset: 0,
        background: theme.perito.scheme.surface,
        '& img': {
          position: 'absolute',
          inset: 0,
          width: '100%',
          height: '100%',
          display: 'block',
          pointerEvents: 'none',
        },
      })}
    >
      {wanted.map((layer) => (
        <LayerImage
          key={`${layer}-${attempt}`}
          address={fileAddress(photo, layer)}
          ready={ready.has(layer)}
          onReady={() => onReady(layer)}
          onFailed={() => setFailed(true)}
        />
      ))}
    </Box>
  );
}

type ImageProps = { address: string; ready: boolean; onReady: () => void; onFailed: () => void };

/** Not seen before it is whole and decoded, so that nothing is drawn line by line. */
function LayerImage({ address, ready, onReady, onFailed }: ImageProps) {
  const settle = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null || ready) return;
      // One that was decoded beforehand is seen with the first frame.
      if (image.complete && image.naturalWidth > 0) onReady();
    },
    [ready, onReady],
  );
  return (
    <img
      ref={settle}
      src={address}
      alt=""
      draggable={false}
      decoding={ready ? 'sync' : 'async'}
      style={{ visibility: ready ? 'visible' : 'hidden' }}
      onLoad={(event) => {
        const image = event.currentTarget;
        image.decode().then(onReady, onReady);
      }}
      onError={onFailed}
    />
  );
}
