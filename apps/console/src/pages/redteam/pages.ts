import { Swords } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const redteamPages: readonly Page[] = [
  {
    path: '/redteam/runs',
    title: 'Runs',
    icon: Swords,
    area: 'redteam',
    words: 'attacks progress',
    load: () => import('./runs.tsx'),
  },
  {
    path: '/redteam/runs/new',
    title: 'New run',
    area: 'redteam',
    words: 'attack agent target start test',
    load: () => import('./new-run.tsx'),
  },
  { path: '/redteam/runs/$runId', title: 'Run', area: 'redteam', load: () => import('./run.tsx') },
]
