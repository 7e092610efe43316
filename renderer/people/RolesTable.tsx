import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Check, Minus } from 'lucide-react';
import { mayDo, type ProcedureName } from '#shared/contract/roles.ts';
import { roles } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { leastRoleOf } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';

/** What people ask about, each by a procedure that stands for it: the table is the engine's own. */
const asked = {
  look: 'exports.begin',
  review: 'records.setReviewed',
  decide: 'cancellations.decide',
  confirm: 'decisions.confirm',
  policies: 'policies.save',
  hosts: 'attachments.decideHost',
  archives: 'archives.create',
  people: 'people.save',
  backups: 'backups.configure',
} as const satisfies Record<string, ProcedureName>;
const isAsked = (name: string): name is keyof typeof asked => Object.hasOwn(asked, name);

/** Which role may do what. */
export function RolesTable() {
  const { t } = useI18n();
  return (
    <Box component="section" aria-labelledby="roles" sx={{ borderTop: 1, pt: 5, overflowX: 'auto' }}>
      <Typography variant="h3" component="h2" id="roles" sx={{ mb: 2 }}>
        {t('people.roles.title')}
      </Typography>
      <Table size="small" aria-labelledby="roles">
        <TableHead>
          <TableRow>
            <TableCell>{t('people.roles.act')}</TableCell>
            {roles.map((role) => (
              <TableCell key={role} align="center">
                {t(`people.role.${role}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {Object.keys(asked)
            .filter(isAsked)
            .map((name) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row">
                  {t(`people.roles.${name}`)}
                </TableCell>
                {roles.map((role) => {
                  const may = mayDo(role, leastRoleOf(asked[name]));
                  const Icon = may ? Check : Minus;
                  return (
                    <TableCell
                      key={role}
                      align="center"
                      sx={{ color: may ? 'matched.main' : 'text.secondary' }}
                    >
                      <Icon size={15} role="img" aria-label={t(may ? 'common.yes' : 'common.no')} />
                    </TableCell>
                  );
                })}
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </Box>
  );
}
