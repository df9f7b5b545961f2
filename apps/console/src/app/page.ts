import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Area } from '../api/session.ts'

/** One page: its line in the table of its area is all that the router, the sidebar and the command palette need. */
export interface Page {
  /** For example `/guard/tenants`; names as in `/appsec/projects/$projectId`. */
  readonly path: string
  readonly title: string
  /** Shown in the sidebar where there is one, and in the palette where the path has no name in it. */
  readonly icon?: LucideIcon
  /** Whose sign-in it needs. Absent: nobody's. */
  readonly area?: Area
  /** Further words by which the palette finds it. */
  readonly words?: string
  /** Its file, loaded when it is opened first; the component is its default export. */
  readonly load: () => Promise<{ readonly default: ComponentType }>
}
