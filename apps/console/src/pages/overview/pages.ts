import { LayoutDashboard } from 'lucide-react'
import type { Page } from '../../app/page.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/navigation.ts'

export const overviewPages: readonly Page[] = [
  {
    path: '/',
    title: common.overview,
    icon: LayoutDashboard,
    words: messages.overviewPages.homeAttentionDashboard,
    load: () => import('./overview.tsx'),
  },
]
