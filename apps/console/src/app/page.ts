import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Area } from '../api/session.ts'

/** Page description for the router, the sidebar, and the command palette. */
export interface Page {
  /** For example `/guard/tenants`, or `/appsec/projects/$projectId` with a parameter. */
  readonly path: string
  readonly title: string
  /** Pages with an icon are in the sidebar; pages without path parameters are in the palette. */
  readonly icon?: LucideIcon
  /** Area whose sign-in is required. Default: none. */
  readonly area?: Area
  /** Additional search terms for the palette. */
  readonly words?: string
  /** Loads the page's module on its first visit. The component is its default export. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
}
