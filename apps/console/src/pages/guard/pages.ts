import { Building2, FlaskConical, SlidersHorizontal } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const guardPages: readonly Page[] = [
  {
    path: '/guard/playground',
    title: 'Playground',
    icon: FlaskConical,
    area: 'guard',
    words: 'try test check prompt output file tool',
    load: () => import('./playground/playground.tsx'),
  },
  {
    path: '/guard/policies',
    title: 'Policies',
    icon: SlidersHorizontal,
    area: 'guard',
    words: 'guards yaml versions diff replay restore',
    load: () => import('./policies/policies.tsx'),
  },
  {
    path: '/guard/tenants',
    title: 'Tenants',
    icon: Building2,
    area: 'guard',
    words: 'plans quotas',
    load: () => import('./tenants.tsx'),
  },
]
