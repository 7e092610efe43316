import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { maxImportFileBytes } from '../app/limits.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** Takes one file, dropped or chosen. */
export function FileDrop({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) {
  const { t, format } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <Box
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        const [file] = event.dataTransfer.files;
        if (file !== undefined && !disabled) onFile(file);
      }}
      sx={(theme) => ({
        display: 'grid',
        justifyItems: 'center',
        gap: 2,
        p: 10,
        textAlign: 'center',
        borderRadius: `${theme.perito.sizes.radiusLarge}px`,
        border: `1px dashed ${over ? theme.perito.scheme.accent.main : theme.perito.scheme.lineStrong}`,
        background: over ? theme.perito.scheme.accent.soft : theme.perito.scheme.raised,
        color: 'text.secondary',
      })}
    >
      <FileUp size={28} strokeWidth={1.5} aria-hidden />
      <Typography variant="body1" sx={{ color: 'text.primary' }}>
        {t('policies.imports.choose.drop')}
      </Typography>
      <Typography variant="caption">{t('policies.imports.choose.or')}</Typography>
      <Button variant="contained" disabled={disabled} onClick={() => input.current?.click()}>
        {t('policies.imports.choose.button')}
      </Button>
      <Typography variant="caption">
        {t('policies.imports.choose.limit', { size: format.bytes(maxImportFileBytes) })}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </Box>
  );
}
