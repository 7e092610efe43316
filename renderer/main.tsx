import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { CacheProvider } from '@emotion/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';

import { App, Appearance } from './app/App.tsx';
import { connect } from './app/connection.ts';
import { useHashLocation } from './app/hash-location.ts';
import { startLocale, systemLocale } from './app/locale/i18n.ts';
import { Words } from './app/locale/Words.tsx';
import { ConnectionContext, makeApi, makeQueryClient } from './app/queries.ts';
import { isReadOnly } from './app/read-only.tsx';
import { styleCache } from './app/theme/style-cache.ts';
import { watchLeaving } from './app/UnsavedChanges.tsx';
import { OfficeGate } from './office/OfficeGate.tsx';
import { Session } from './people/Session.tsx';
import { followSignIn } from './people/sign-in.ts';
import { ColleaguesProvider } from './work/ColleaguesProvider.tsx';

/** An archive that was opened from the live data begins at the screen that its address names, once. */
function beginAt() {
  const at = new URLSearchParams(window.location.search).get('at');
  if (at?.startsWith('/') === true && isReadOnly())
    window.history.replaceState(null, '', `${window.location.pathname}#${at}`);
}

async function start() {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  beginAt();
  watchLeaving();
  followSignIn();
  await startLocale(systemLocale());
  const { client, office } = connect();
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styleCache()}>
        <QueryClientProvider client={makeQueryClient()}>
          <ConnectionContext value={{ client, office, api: makeApi(client) }}>
            <Router hook={useHashLocation}>
              <Words>
                <Appearance>
                  <OfficeGate>
                    <Session>
                      <ColleaguesProvider>
                        <App />
                      </ColleaguesProvider>
                    </Session>
                  </OfficeGate>
                </Appearance>
              </Words>
            </Router>
          </ConnectionContext>
        </QueryClientProvider>
      </CacheProvider>
    </StrictMode>,
  );
}

void start();
