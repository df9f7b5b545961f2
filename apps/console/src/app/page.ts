import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Area } from '../api/session.ts'

/** Page: its row in the table of its area is all that the router, sidebar, and command palette need. */
export interface Page {
  /** For example `/guard/tenants`; names as in `/appsec/projects/$projectId`. */
  readonly path: string
  readonly title: string
  /** Pages with an icon are in the sidebar; pages without path parameters are in the palette. */
  readonly icon?: LucideIcon
  /** Area whose sign-in is required. Default: none. */
  readonly area?: Area
  /** Further words by which the palette finds it. */
  readonly words?: string
  /** Its file, loaded when it is opened first; the component is its default export. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
}
