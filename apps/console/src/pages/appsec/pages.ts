import { FolderGit2 } from 'lucide-react'
import type { Page } from '../../app/page.ts'

export const appsecPages: readonly Page[] = [
  {
    path: '/appsec/projects',
    title: 'Projects',
    icon: FolderGit2,
    area: 'appsec',
    words: 'grades repositories',
    load: () => import('./projects.tsx'),
  },
]
