import { KeyRound } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const accountPages: readonly Page[] = [
  {
    path: '/sign-in',
    title: 'Sign-in',
    icon: KeyRound,
    words: 'session account settings theme sign out',
    load: () => import('./sign-in.tsx'),
  },
]
