import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { previewSides } from '#shared/attachment-terms.ts';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { Code } from '../../components/Code.tsx';
import { Field, TechnicalData } from '../../components/Fields.tsx';
import { useFileType } from '../../components/file-type.ts';
import { contentProblemText } from '../../downloads/download-state.ts';
import { hasOriginalView } from '../stage/PhotoLayers.tsx';
import { FactGroup } from './FactGroup.tsx';
import { Warned } from './Warned.tsx';

/** What the file is, beside what its sender says of it. */
export function FileFacts({ photo }: { photo: Attachment }) {
  const { t, format } = useI18n();
  const typeOf = useFileType();
  const { content } = photo;
  const says = (what: string | null, is: string | null) =>
    what === null || what === is ? null : (
      <Typography variant="caption" component="p">
        {t('photos.info.says', { what })}
      </Typography>
    );
  const bytes = content === null ? null : format.bytes(content.bytes);
  const declaredSize =
    photo.declaredSize === null || photo.declaredSize === content?.bytes
      ? null
      : format.bytes(photo.declaredSize);
  return (
    <FactGroup
      title={t('photos.info.section.file')}
      below={
        content !== null && (
          <TechnicalData>
            <Box component="dl" sx={{ m: 0 }}>
              <Field label={t('photos.info.sha')}>
                <Code value={content.sha256} what={t('photos.info.sha')} />
              </Field>
            </Box>
          </TechnicalData>
        )
      }
    >
      <Field label={t('photos.info.filename')}>
        {photo.filename === '' ? t('photos.grid.noName') : photo.filename}
      </Field>
      <Field label={t('photos.info.type')}>
        {typeOf(content?.mediaType ?? null) ?? t('photos.info.unknown')}
        {says(typeOf(photo.declaredType), typeOf(content?.mediaType ?? null))}
        {content?.problem != null && <Warned>{t(contentProblemText(content.problem.code).what)}</Warned>}
      </Field>
      <Field label={t('photos.info.size')}>
        {bytes ?? t('photos.info.unknown')}
        {says(declaredSize, bytes)}
      </Field>
      {content?.width != null && content.height !== null && (
        <Field label={t('photos.info.pixels')}>
          {t('photos.info.by', {
            width: format.count(content.width),
            height: format.count(content.height),
            mega: format.quantity(Math.round((content.width * content.height) / 100_000) / 10),
          })}
          {!hasOriginalView(photo) && (
            <Typography variant="caption" component="p">
              {t('photos.viewer.previewOnly', { side: format.count(previewSides.preview) })}
            </Typography>
          )}
        </Field>
      )}
    </FactGroup>
  );
}
