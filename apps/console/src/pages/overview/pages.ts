import { LayoutDashboard } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const overviewPages: readonly Page[] = [
  {
    path: '/',
    title: 'Overview',
    icon: LayoutDashboard,
    words: 'home attention',
    load: () => import('./overview.tsx'),
  },
]
