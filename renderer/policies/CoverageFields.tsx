import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { type CoverageLine, coverageFault, readCoverages, writeCoverages } from './coverage-text.ts';

type Line = CoverageLine & { id: number };
let last = 0;
const linesOf = (text: string): Line[] => readCoverages(text).map((line) => ({ ...line, id: ++last }));

type Props = {
  value: string;
  /** `isRight`: what is written can be read again as it stands here. */
  onChange: (text: string, isRight: boolean) => void;
  wrong: string | null;
};

/** The coverages as lines of code and name. */
export function CoverageFields({ value, onChange, wrong }: Props) {
  const { t } = useI18n();
  const [lines, setLines] = useState(() => linesOf(value));
  const put = (next: Line[]) => {
    setLines(next);
    onChange(
      writeCoverages(next),
      next.every((line) => coverageFault(line) === null),
    );
  };
  const change = (id: number, part: Partial<CoverageLine>) =>
    put(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 800 }}>
      {lines.length > 0 && (
        <Box aria-hidden sx={columns}>
          <Typography variant="caption">{t('policies.coverage.codeHead')}</Typography>
          <Typography variant="caption">{t('policies.coverage.nameHead')}</Typography>
        </Box>
      )}
      {lines.map((line, index) => {
        const fault = coverageFault(line);
        const number = index + 1;
        return (
          <Box key={line.id}>
            <Box sx={columns}>
              <OutlinedInput
                value={line.code}
                onChange={(event) => change(line.id, { code: event.target.value })}
                error={fault === 'codeMissing' || fault === 'codeSign'}
                inputProps={{ 'aria-label': t('policies.coverage.code', { number }), maxLength: 40 }}
                sx={(theme) => ({ fontFamily: theme.perito.code, fontSize: 13 })}
              />
              <OutlinedInput
                value={line.name}
                onChange={(event) => change(line.id, { name: event.target.value })}
                error={fault === 'nameSign'}
                inputProps={{ 'aria-label': t('policies.coverage.name', { number }), maxLength: 200 }}
              />
              <IconButton
                aria-label={t('policies.coverage.remove', { number })}
                onClick={() => put(lines.filter(({ id }) => id !== line.id))}
              >
                <Trash2 size={16} />
              </IconButton>
            </Box>
            {fault !== null && (
              <FormHelperText error>
                {t(fault === 'codeMissing' ? 'policies.coverage.codeMissing' : 'policies.coverage.sign')}
              </FormHelperText>
            )}
          </Box>
        );
      })}
      {wrong !== null && <FormHelperText error>{wrong}</FormHelperText>}
      <Box>
        <Button
          startIcon={<Plus size={14} />}
          onClick={() => setLines([...lines, { code: '', name: '', id: ++last }])}
        >
          {t('policies.coverage.add')}
        </Button>
      </Box>
    </Box>
  );
}

const columns = {
  display: 'grid',
  gridTemplateColumns: 'minmax(96px, 160px) 1fr 30px',
  gap: 2,
  alignItems: 'center',
} as const;
