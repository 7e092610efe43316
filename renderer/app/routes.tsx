import type { ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { CancellationsScreen } from '../cancellations/CancellationsScreen.tsx';
import { ClaimsScreen } from '../claims/ClaimsScreen.tsx';
import { NotFound } from '../components/EmptyState.tsx';
import { DocumentLayer } from '../document-viewer/DocumentLayer.tsx';
import { screenBehindDocument } from '../document-viewer/paths.ts';
import { DownloadsScreen } from '../downloads/DownloadsScreen.tsx';
import { PhotoLayer } from '../photos/PhotoLayer.tsx';
import { screenBehindPhoto } from '../photos/paths.ts';
import { LookupsScreen } from '../policies/LookupsScreen.tsx';
import { PoliciesScreen } from '../policies/PoliciesScreen.tsx';
import { ImportsScreen } from '../policy-imports/ImportsScreen.tsx';
import { recordBases } from '../records/paths.ts';
import { RecordsScreen } from '../records/RecordsScreen.tsx';
import { RejectedScreen } from '../rejected/RejectedScreen.tsx';
import { SearchScreen } from '../search/SearchScreen.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';

/** A path's id as a row's key, null where there is none or it is not one. */
const rowIdOf = (text: string | undefined): number | null => {
  const id = Number(text);
  return text !== undefined && Number.isInteger(id) && id > 0 ? id : null;
};

/** A screen of a row's id, or of none; an id that cannot be one leads back to the list. */
function OfRow(props: { id: string | undefined; back: string; screen: (id: number | null) => ReactNode }) {
  const id = rowIdOf(props.id);
  return props.id !== undefined && id === null ? <NotFound back={props.back} /> : props.screen(id);
}

function recordRoute(kind: RecordKind) {
  const base = recordBases[kind];
  return (
    <Route key={kind} path={`${base}/:id?`}>
      {({ id }) => <OfRow id={id} back={base} screen={(row) => <RecordsScreen kind={kind} id={row} />} />}
    </Route>
  );
}

export function Routes() {
  const [path] = useLocation();
  return (
    <>
      <Switch location={screenBehindDocument(screenBehindPhoto(path)) || '/incidents'}>
        <Route path="/">
          <Redirect to="/cancellations" replace />
        </Route>
        <Route path="/cancellations/:id?">
          {({ id }) => (
            <OfRow id={id} back="/cancellations" screen={(row) => <CancellationsScreen id={row} />} />
          )}
        </Route>
        {recordKinds.map(recordRoute)}
        <Route path="/claims/:by?/:value?">{({ by, value }) => <ClaimsScreen by={by} value={value} />}</Route>
        <Route path="/policies/import">{() => <ImportsScreen id={null} />}</Route>
        <Route path="/policies/imports/:id">
          {({ id }) => <OfRow id={id} back="/policies/import" screen={(row) => <ImportsScreen id={row} />} />}
        </Route>
        <Route path="/policies/lookups/:id?">
          {({ id }) => (
            <OfRow id={id} back="/policies/lookups" screen={(row) => <LookupsScreen id={row} />} />
          )}
        </Route>
        <Route path="/policies/:id?">
          {({ id }) =>
            id === 'new' ? (
              <PoliciesScreen id="new" />
            ) : (
              <OfRow id={id} back="/policies" screen={(row) => <PoliciesScreen id={row} />} />
            )
          }
        </Route>
        <Route path="/downloads/:id?">
          {({ id }) =>
            id === 'hosts' ? (
              <DownloadsScreen open="hosts" />
            ) : (
              <OfRow id={id} back="/downloads" screen={(row) => <DownloadsScreen open={row} />} />
            )
          }
        </Route>
        <Route path="/rejected/:id?">
          {({ id }) => <OfRow id={id} back="/rejected" screen={(row) => <RejectedScreen id={row} />} />}
        </Route>
        <Route path="/search/:query/:id?">
          {({ query, id }) => (
            <OfRow
              id={id}
              back={`/search/${query}`}
              screen={(row) => <SearchScreen query={query} id={row} />}
            />
          )}
        </Route>
        <Route path="/settings/:section?">
          {({ section }) => <SettingsScreen section={section ?? 'company'} />}
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
