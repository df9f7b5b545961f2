import { Building2 } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const guardPages: readonly Page[] = [
  {
    path: '/guard/tenants',
    title: 'Tenants',
    icon: Building2,
    area: 'guard',
    words: 'keys usage',
    load: () => import('./tenants.tsx'),
  },
]
