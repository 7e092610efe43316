import { useTheme } from '@mui/material/styles';
import Big from 'big.js';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';

const width = 128;
const height = 18;
const middle = height / 2;

/** The market's prices of a part, from the marketplace. */
type Market = {
  itemMinSellPrice: string | null;
  itemAverageSellPrice: string | null;
  itemMaxSellPrice: string | null;
};

/** A unit price on the market's minimum–average–maximum range, with the same in words; without a price the range alone. */
export function PriceRange({ price, market: item }: { price: string | null; market: Market }) {
  const { t, format } = useI18n();
  const { perito } = useTheme();
  const at = pricePosition(
    price ?? item.itemMinSellPrice,
    item.itemMinSellPrice,
    item.itemAverageSellPrice,
    item.itemMaxSellPrice,
  );
  const figures = [item.itemMinSellPrice, item.itemAverageSellPrice, item.itemMaxSellPrice];
  if (at === null)
    return (
      <>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('records.range.unknown')}
        </Box>
        {figures.some((figure) => figure !== null) && <Figures figures={figures} />}
      </>
    );
  const { scheme } = perito;
  const colour = at.position === 'within' ? scheme.text : scheme.waiting.main;
  const label = t(price === null ? 'records.range.alone' : `records.range.${at.position}`, {
    price: format.money(price),
    min: format.money(item.itemMinSellPrice),
    average: format.money(item.itemAverageSellPrice),
    max: format.money(item.itemMaxSellPrice),
  });
  const x = (share: number) => 5 + share * (width - 10);
  return (
    <>
      <Tooltip title={label}>
        <Box
          component="span"
          sx={{
            ...{ display: 'inline-flex', alignItems: 'center', gap: 2, verticalAlign: 'middle' },
            // In the table of a pane in a small window, which would push its totals out of sight.
            '@container (max-width: 559px)': { gap: 1, '& svg': { width: 96 } },
          }}
        >
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
            <line x1={x(0)} x2={x(1)} y1={middle} y2={middle} stroke={scheme.line} strokeWidth={1} />
            <rect
              x={x(at.min)}
              y={middle - 3}
              width={x(at.max) - x(at.min)}
              height={6}
              rx={3}
              fill={scheme.neutral.edge}
            />
            <line x1={x(at.min)} x2={x(at.min)} y1={3} y2={height - 3} stroke={scheme.lineStrong} />
            <line x1={x(at.max)} x2={x(at.max)} y1={3} y2={height - 3} stroke={scheme.lineStrong} />
            {at.average !== null && (
              <line
                x1={x(at.average)}
                x2={x(at.average)}
                y1={5}
                y2={height - 5}
                stroke={scheme.textQuiet}
                strokeWidth={2}
              />
            )}
            {price !== null && (
              <circle
                cx={x(at.price)}
                cy={middle}
                r={4.5}
                fill={colour}
                stroke={scheme.surface}
                strokeWidth={1.5}
              />
            )}
          </svg>
          {at.beyond !== null && (
            <Box component="span" sx={{ color: 'warning.main', fontWeight: 500, whiteSpace: 'nowrap' }}>
              {at.position === 'above' ? '+' : '−'}
              {format.percent(format.quantity(at.beyond))}
            </Box>
          )}
        </Box>
      </Tooltip>
      <Figures figures={figures} />
    </>
  );
}

/** Minimum, average and maximum as figures, in the order in which they are drawn. */
function Figures({ figures }: { figures: readonly (string | null)[] }) {
  const { format } = useI18n();
  return (
    <Typography
      variant="caption"
      component="div"
      sx={{
        ...{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
        '@container (max-width: 559px)': { whiteSpace: 'normal' },
      }}
    >
      {figures.map((figure) => format.amount(figure)).join(' – ')}
    </Typography>
  );
}

type PricePosition = {
  position: 'within' | 'above' | 'below';
  /** Shares of the drawn width, 0 to 1. */
  price: number;
  min: number;
  average: number | null;
  max: number;
  /** How far outside, in per cent of the end that was passed; null within. */
  beyond: string | null;
};

const read = (text: string | null): Big | null => {
  if (text === null) return null;
  try {
    return new Big(text);
  } catch {
    return null;
  }
};

/**
 * Where a price stands on the market's minimum–average–maximum range, drawn with a tenth of room at each end;
 * a price farther out is drawn at the edge. Null where there is no price or no range.
 */
export function pricePosition(
  priceText: string | null,
  minText: string | null,
  averageText: string | null,
  maxText: string | null,
): PricePosition | null {
  const [price, min, average, max] = [read(priceText), read(minText), read(averageText), read(maxText)];
  if (price === null || min === null || max === null || min.gt(max) || max.lte(0)) return null;
  const span = max.eq(min) ? max : max.minus(min);
  const margin = 0.2;
  const place = (value: Big) =>
    Math.min(
      1,
      Math.max(0, margin + value.minus(min).div(span).toNumber() * (max.eq(min) ? 0 : 1 - 2 * margin)),
    );
  const where = price.gt(max) ? 'above' : price.lt(min) ? 'below' : 'within';
  const passed = where === 'above' ? max : min;
  return {
    position: where,
    price:
      max.eq(min) && where === 'above'
        ? 1 - margin / 2
        : max.eq(min) && where === 'below'
          ? margin / 2
          : place(price),
    min: margin,
    average: average === null ? null : place(average),
    max: 1 - margin,
    beyond:
      where === 'within' || passed.eq(0)
        ? null
        : price.minus(passed).abs().div(passed).times(100).round(1, Big.roundHalfUp).toString(),
  };
}
