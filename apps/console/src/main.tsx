import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { GatehouseError } from '@gatehouse/client'
import { sessionQuery } from './api/session.ts'
import { router } from './app/router.tsx'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to name
import './ui/theme.css'

const queries: QueryClient = new QueryClient({
  // The client already retries. Responses to changes contain secrets and must not be cached.
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false, gcTime: 0 } },
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      // The session has ended. The gates then show the sign-in form.
      const isOver = error instanceof GatehouseError && error.status === 401 && queryKey[0] !== 'session'
      if (isOver) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  }),
})

const root = document.querySelector('#root')!
const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )

// Starts while the page's script is loading.
void queries.prefetchQuery(sessionQuery)
// The initial document stays until a page is ready; failures are shown as a page.
router.load().then(draw, draw)
