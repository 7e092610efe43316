import { FileQuestion } from 'lucide-react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { CancellationsScreen } from '../cancellations/CancellationsScreen.tsx';
import { ClaimsScreen } from '../claims/ClaimsScreen.tsx';
import { Documents } from '../documents/Documents.tsx';
import { DownloadsScreen } from '../downloads/DownloadsScreen.tsx';
import { Incidents } from '../incidents/Incidents.tsx';
import { PaperLayer } from '../papers/PaperLayer.tsx';
import { screenBehindPaper } from '../papers/paths.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { screenOf } from '../photos/paths.ts';
import { PhotoLayer } from '../photos/viewer/PhotoLayer.tsx';
import { PoliciesScreen } from '../policies/PoliciesScreen.tsx';
import { ImportsScreen } from '../policy-imports/ImportsScreen.tsx';
import { LookupsScreen } from '../policy-lookups/LookupsScreen.tsx';
import { PurchaseOrders } from '../purchase-orders/PurchaseOrders.tsx';
import { RejectedScreen } from '../rejected/RejectedScreen.tsx';
import { SearchScreen } from '../search/SearchScreen.tsx';
import { ServiceOrders } from '../service-orders/ServiceOrders.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { useWords } from './locale/i18n.ts';

/** A path's id as a row's key, null where there is none or it is not one. */
export const rowIdOf = (text: string | undefined): number | null => {
  const id = Number(text);
  return text !== undefined && Number.isInteger(id) && id > 0 ? id : null;
};

export function Routes() {
  const { t } = useWords();
  const [path] = useLocation();
  return (
    <>
      <Switch location={screenBehindPaper(screenOf(path)) || '/incidents'}>
        <Route path="/">
          <Redirect to="/cancellations" replace />
        </Route>
        <Route path="/cancellations/:id?">{({ id }) => <CancellationsScreen id={rowIdOf(id)} />}</Route>
        <Route path="/incidents/:id?">{({ id }) => <Incidents id={rowIdOf(id)} />}</Route>
        <Route path="/documents/:id?">{({ id }) => <Documents id={rowIdOf(id)} />}</Route>
        <Route path="/purchase-orders/:id?">{({ id }) => <PurchaseOrders id={rowIdOf(id)} />}</Route>
        <Route path="/service-orders/:id?">{({ id }) => <ServiceOrders id={rowIdOf(id)} />}</Route>
        <Route path="/claims/:by?/:value?">{({ by, value }) => <ClaimsScreen by={by} value={value} />}</Route>
        <Route path="/policies/import">{() => <ImportsScreen id={null} />}</Route>
        <Route path="/policies/imports/:id">{({ id }) => <ImportsScreen id={rowIdOf(id)} />}</Route>
        <Route path="/policies/lookups/:id?">{({ id }) => <LookupsScreen id={rowIdOf(id)} />}</Route>
        <Route path="/policies/:id?">
          {({ id }) => <PoliciesScreen id={id === 'new' ? 'new' : rowIdOf(id)} />}
        </Route>
        <Route path="/downloads/:id?">
          {({ id }) => <DownloadsScreen open={id === 'hosts' ? 'hosts' : rowIdOf(id)} />}
        </Route>
        <Route path="/rejected/:id?">{({ id }) => <RejectedScreen id={rowIdOf(id)} />}</Route>
        <Route path="/search/:query/:id?">
          {({ query, id }) => <SearchScreen query={query} id={rowIdOf(id)} />}
        </Route>
        <Route path="/settings/:section?">
          {({ section }) => <SettingsScreen section={section ?? 'company'} />}
        </Route>
        <Route>
          <EmptyState icon={FileQuestion} title={t('common.notFound')} />
        </Route>
      </Switch>
      <PaperLayer />
      <PhotoLayer />
    </>
  );
}
