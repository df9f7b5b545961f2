import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AreaGate } from './area-gate.tsx'
import { NotFound } from './not-found.tsx'
import type { Page } from './page.ts'
import { PAGES } from './pages.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

function routeOf({ path, area, title, load }: Page) {
  const Inside = lazyRouteComponent(load)
  return createRoute({
    getParentRoute: () => root,
    path,
    component: area === undefined ? Inside : () => <AreaGate area={area} title={title} Inside={Inside} />,
  })
}

/** Every page of the tables, under its path, loaded when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren(PAGES.map(routeOf)),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Skeleton lines={8} />,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} doing="Showing this page" />,
  scrollRestoration: true,
})
