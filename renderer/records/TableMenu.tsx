import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import { ArrowDown, ArrowUp, Columns3, List, Table2 } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { Sheet } from '../components/Sheet.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import type { QueueTable } from './queue-table.ts';

/** Shows a queue as a table or as a list, and how the table is set up. */
export const TableMenu = memo(function TableMenu({ queueTable }: { queueTable: QueueTable<never> }) {
  const { t } = useI18n();
  const { isTable, setTable } = queueTable;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const toggle = () => setTable(!isTable);
  const label = t(isTable ? 'queue.table.asList' : 'queue.table.asTable');
  useKeys({ t: { label, run: toggle } });
  const Icon = isTable ? List : Table2;
  return (
    <>
      {isTable && (
        <Tooltip title={t('queue.table.setup')}>
          <IconButton
            size="small"
            aria-label={t('queue.table.setup')}
            aria-haspopup="dialog"
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <Columns3 size={15} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={`${label} (T)`}>
        <IconButton size="small" aria-label={label} aria-keyshortcuts="T" onClick={toggle}>
          <Icon size={15} aria-hidden />
        </IconButton>
      </Tooltip>
      <Sheet
        open={anchor !== null}
        anchor={anchor}
        name={{ 'aria-labelledby': titleId }}
        width={340}
        padding={3}
        side="right"
        onClose={() => setAnchor(null)}
      >
        <Box component="h2" id={titleId} sx={{ typography: 'h3', m: 0, mb: 2 }}>
          {t('queue.table.shown')}
        </Box>
        <ColumnChoice queueTable={queueTable} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, borderTop: 1, mt: 2, pt: 3 }}>
          <Box component="span" sx={{ typography: 'caption' }} aria-hidden>
            {t('queue.table.rows')}
          </Box>
          <ToggleGroup
            label={t('queue.table.rows')}
            value={queueTable.density}
            options={['compact', 'comfortable']}
            labelOf={(density) => t(`queue.table.density.${density}`)}
            onChange={queueTable.setDensity}
          />
          <Button size="small" variant="text" onClick={queueTable.reset} sx={{ ml: 'auto' }}>
            {t('queue.table.reset')}
          </Button>
        </Box>
      </Sheet>
    </>
  );
});

function ColumnChoice({ queueTable }: { queueTable: QueueTable<never> }) {
  const { t } = useI18n();
  const { all, setup } = queueTable;
  const shown = setup.columns;
  const hidden = all.filter(({ id }) => shown.every((one) => one.id !== id));
  return (
    <Box component="ul" sx={{ maxHeight: 'min(420px, 55vh)', overflowY: 'auto', mx: -1 }}>
      {[...shown, ...hidden].map((column, index) => {
        const isShown = index < shown.length;
        const before = shown[index - 1];
        const after = shown[index + 1];
        return (
          <Box component="li" key={column.id} sx={{ display: 'flex', alignItems: 'center', minHeight: 32 }}>
            <Box
              component="label"
              sx={{ typography: 'body2', display: 'flex', alignItems: 'center', flex: 1, cursor: 'pointer' }}
            >
              <Checkbox
                size="small"
                checked={isShown}
                // The first names its row.
                disabled={index === 0}
                onChange={() => queueTable.show(column.id, !isShown)}
                slotProps={{ input: { 'aria-label': t('queue.table.show', { column: column.label }) } }}
                sx={{ p: 1 }}
              />
              {column.label}
            </Box>
            {isShown && index > 0 && (
              <>
                <IconButton
                  size="small"
                  aria-label={t('queue.table.before', { column: column.label })}
                  disabled={before === undefined || index === 1}
                  onClick={() => before !== undefined && setup.onMove(column.id, before.id)}
                >
                  <ArrowUp size={14} aria-hidden />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={t('queue.table.after', { column: column.label })}
                  disabled={after === undefined}
                  onClick={() => after !== undefined && setup.onMove(column.id, after.id)}
                >
                  <ArrowDown size={14} aria-hidden />
                </IconButton>
              </>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
