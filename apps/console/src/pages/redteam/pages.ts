import { Swords } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const redteamPages: readonly Page[] = [
  {
    path: '/redteam/runs',
    title: 'Runs',
    icon: Swords,
    area: 'redteam',
    words: 'attacks reports',
    load: () => import('./runs.tsx'),
  },
]
