import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import type { Area } from '../api/session.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AreaGate } from './area-gate.tsx'
import { NotFound } from './not-found.tsx'
import type { Page } from './page.ts'
import { PAGES } from './pages.ts'
import { Shell } from './shell.tsx'
import { messages } from '../messages/shell.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

function routeOf({ path, area, title, load }: Page) {
  const Inside = lazyRouteComponent(load)
  return createRoute({
    getParentRoute: () => root,
    path,
    component: area === undefined ? Inside : gated(area, title, Inside),
  })
}

/** The router preloads pages behind the gate too. */
function gated(area: Area, title: string, Inside: RouteComponent): RouteComponent {
  const Gate: RouteComponent = () => <AreaGate area={area} title={title} Inside={Inside} />
  if (Inside.preload !== undefined) Gate.preload = Inside.preload
  return Gate
}

/** Router of all pages, each loaded on its first visit. */
export const router = createRouter({
  routeTree: root.addChildren(PAGES.map(routeOf)),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Skeleton lines={8} />,
  defaultErrorComponent: ({ error, reset }) => (
    <ErrorState error={error} onRetry={reset} doing={messages.router.renderingThisPage} />
  ),
  scrollRestoration: true,
})
