import { KeyRound } from 'lucide-react'
import type { Page } from '../../app/page.ts'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/navigation.ts'

export const accountPages: readonly Page[] = [
  {
    path: '/sign-in',
    title: common.account,
    icon: KeyRound,
    words: messages.pages.sessionAccountSettingsTheme,
    load: () => import('./sign-in.tsx'),
  },
]
