import type { ComponentType } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { recordKind, recordKinds } from '#shared/terms.ts';
import { AuditScreen } from '../audit/AuditScreen.tsx';
import { CancellationsScreen } from '../cancellations/CancellationsScreen.tsx';
import { ClaimsScreen } from '../claims/ClaimsScreen.tsx';
import { NotFound } from '../components/EmptyState.tsx';
import { DocumentLayer } from '../document-viewer/DocumentLayer.tsx';
import { screenBehindDocument } from '../document-viewer/paths.ts';
import { DownloadsScreen } from '../downloads/DownloadsScreen.tsx';
import { FiguresRoute } from '../figures/FiguresRoute.tsx';
import { InboxScreen } from '../inbox/InboxScreen.tsx';
import { PhotoLayer } from '../photos/PhotoLayer.tsx';
import { screenBehindPhoto } from '../photos/paths.ts';
import { LookupsScreen } from '../policies/LookupsScreen.tsx';
import { PoliciesScreen } from '../policies/PoliciesScreen.tsx';
import { ImportsScreen } from '../policy-imports/ImportsScreen.tsx';
import { FindRecord } from '../records/FindRecord.tsx';
import { recordBases } from '../records/paths.ts';
import { RecordsScreen } from '../records/RecordsScreen.tsx';
import { RejectedScreen } from '../rejected/RejectedScreen.tsx';
import { SearchScreen } from '../search/SearchScreen.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { firstPath } from './frame/nav-items.ts';
import { textOfPath } from './path-text.ts';
import { isReadOnly } from './read-only.tsx';

/** A path's id as a row's key, null where there is none or it is not one. */
const rowIdOf = (text: string | undefined): number | null => {
  const id = Number(text);
  return text !== undefined && Number.isInteger(id) && id > 0 ? id : null;
};
const isNoRow = (text: string | undefined) => text !== undefined && rowIdOf(text) === null;

type OfRowProps = { id: string | undefined; back: string; screen: ComponentType<{ id: number | null }> };

/** A screen of a row's id, or of none; an id that cannot be one leads back to the list. */
function OfRow({ id, back, screen: Screen }: OfRowProps) {
  return isNoRow(id) ? <NotFound back={back} /> : <Screen id={rowIdOf(id)} />;
}

const rowRoute = (base: string, screen: OfRowProps['screen']) => (
  <Route key={base} path={`${base}/:id?` as const}>
    {({ id }) => <OfRow id={id} back={base} screen={screen} />}
  </Route>
);

/** A screen of each kind of record, so that each begins anew. */
const recordRoutes = recordKinds.map((kind) =>
  rowRoute(recordBases[kind], ({ id }) => <RecordsScreen kind={kind} id={id} />),
);

/** What is set up, fetched, imported or counted; of what is only read there is none of it. */
const setUpRoutes = [
  '/inbox/*?',
  '/settings/*?',
  '/figures/*?',
  '/downloads/*?',
  '/backups/*?',
  '/policies/import',
  '/policies/imports/*?',
  '/policies/new',
].map((path) => (
  <Route key={path} path={path}>
    <NotFound back="/" />
  </Route>
));

/** A record by its number, as others call it. */
function Find({ kind, number }: { kind: string; number: string }) {
  const known = recordKind.safeParse(kind);
  return known.success ? <FindRecord kind={known.data} number={textOfPath(number)} /> : <NotFound back="/" />;
}

export function Routes() {
  const [path] = useLocation();
  return (
    <>
      <Switch location={screenBehindDocument(screenBehindPhoto(path)) || '/incidents'}>
        <Route path="/">
          <Redirect to={firstPath()} replace />
        </Route>
        <Route path="/find/:kind/:number">{({ kind, number }) => <Find kind={kind} number={number} />}</Route>
        {rowRoute('/cancellations', CancellationsScreen)}
        {recordRoutes}
        {isReadOnly() && setUpRoutes}
        <Route path="/inbox/:kind?/:value?">
          {({ kind, value }) => <InboxScreen kind={kind} value={value} />}
        </Route>
        <Route path="/claims/:by?/:value?">{({ by, value }) => <ClaimsScreen by={by} value={value} />}</Route>
        <Route path="/figures/:part?/:party?">
          {({ part, party }) => <FiguresRoute part={part} party={party} />}
        </Route>
        <Route path="/policies/import">{() => <ImportsScreen id={null} />}</Route>
        <Route path="/policies/imports/:id">
          {({ id }) => <OfRow id={id} back="/policies/import" screen={ImportsScreen} />}
        </Route>
        {rowRoute('/policies/lookups', LookupsScreen)}
        <Route path="/policies/new">{() => <PoliciesScreen id="new" />}</Route>
        {rowRoute('/policies', PoliciesScreen)}
        <Route path="/downloads/hosts">{() => <DownloadsScreen id="hosts" />}</Route>
        {rowRoute('/downloads', DownloadsScreen)}
        {rowRoute('/rejected', RejectedScreen)}
        {rowRoute('/audit', AuditScreen)}
        <Route path="/search/:query/:id?">
          {({ query, id }) =>
            isNoRow(id) ? (
              <NotFound back={`/search/${query}`} />
            ) : (
              <SearchScreen query={query} id={rowIdOf(id)} />
            )
          }
        </Route>
        <Route path="/settings/:section?/:page?">
          {({ section, page }) => <SettingsScreen section={section ?? 'company'} page={page} />}
        </Route>
        <Route>
          <NotFound back="/" />
        </Route>
      </Switch>
      <DocumentLayer />
      <PhotoLayer />
    </>
  );
}
