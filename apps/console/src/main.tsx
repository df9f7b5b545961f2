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
  // The client has tried again already where that makes sense.
  // Answers to changes hold keys, passwords and revealed values: none outlives what shows it.
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false, gcTime: 0 } },
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      // A session has ended: the gates then show the way to sign in.
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

// Asked while the script of the page is on its way, and not only when that asks.
void queries.prefetchQuery(sessionQuery)
// What the document shows stays until there is a page to show; what fails is shown as one.
router.load().then(draw, draw)
