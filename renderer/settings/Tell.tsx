import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useStatus } from '../app/status.ts';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';

/** What the marketplace has to be told to call here; the secret is handed over apart. */
export function MarketplaceInstructions() {
  const { t } = useI18n();
  const api = useApi();
  const status = useStatus();
  const keys = useQuery(api.receiverKeys.list.queryOptions());
  const receiver = status.data?.receiver;
  const url = receiver === undefined ? '' : (receiver.url ?? `http://${receiver.address}:${receiver.port}`);
  const emails = [
    ...new Set((keys.data ?? []).filter((key) => key.retiredAt === null).map((key) => key.email)),
  ];
  return (
    <Box
      component="section"
      aria-labelledby="tell-title"
      sx={(theme) => ({
        p: 4,
        borderRadius: 1,
        border: `1px solid ${theme.perito.scheme.line}`,
        background: theme.perito.scheme.raised,
      })}
    >
      <Typography variant="h3" component="h2" id="tell-title" sx={{ mb: 3 }}>
        {t('settings.tell.title')}
      </Typography>
      <Fields>
        <Field label={t('settings.tell.url')} wide>
          <Code value={url} what={t('settings.tell.url')} />
          <Typography variant="caption" component="p">
            {t('settings.tell.urlNote')}
          </Typography>
        </Field>
        <Field label={t('settings.tell.email')}>
          {emails.length === 0
            ? t('settings.tell.none')
            : emails.map((email) => (
                <div key={email}>
                  <Code value={email} what={t('settings.tell.email')} />
                </div>
              ))}
        </Field>
        <Field label={t('settings.tell.header')}>
          <Code value="X-API-KEY" what={t('settings.tell.header')} />
          <Typography variant="caption" component="p">
            {t('settings.tell.headerNote')}
          </Typography>
        </Field>
      </Fields>
    </Box>
  );
}
