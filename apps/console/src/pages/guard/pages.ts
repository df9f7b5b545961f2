import {
  Building2,
  FlaskConical,
  Gauge,
  KeyRound,
  MessageSquareWarning,
  PowerOff,
  ScrollText,
  ShieldQuestion,
  SlidersHorizontal,
} from 'lucide-react'
import type { Page } from '../../app/page.ts'

const area = 'guard'

export const guardPages: readonly Page[] = [
  {
    path: '/guard/playground',
    title: 'Playground',
    icon: FlaskConical,
    area,
    words: 'try test check prompt output file tool',
    load: () => import('./playground/playground.tsx'),
  },
  {
    path: '/guard/policies',
    title: 'Policies',
    icon: SlidersHorizontal,
    area,
    words: 'guards yaml versions diff replay restore',
    load: () => import('./policies/policies.tsx'),
  },
  {
    path: '/guard/custom-policies',
    title: 'Custom policies',
    icon: MessageSquareWarning,
    area,
    words: 'rules examples precision recall plain words',
    load: () => import('./custom/custom-policies.tsx'),
  },
  {
    path: '/guard/approvals',
    title: 'Approvals',
    icon: ShieldQuestion,
    area,
    words: 'inbox approve deny human',
    load: () => import('./approvals/approvals.tsx'),
  },
  {
    path: '/guard/switches',
    title: 'Kill switches',
    icon: PowerOff,
    area,
    words: 'breakers circuit disable tool stop',
    load: () => import('./approvals/switches.tsx'),
  },
  {
    path: '/guard/audit',
    title: 'Audit',
    icon: ScrollText,
    area,
    words: 'log decisions verify chain export',
    load: () => import('./audit/audit.tsx'),
  },
  {
    path: '/guard/keys',
    title: 'Keys',
    icon: KeyRound,
    area,
    words: 'api secret revoke',
    load: () => import('./keys/keys.tsx'),
  },
  {
    path: '/guard/usage',
    title: 'Usage',
    icon: Gauge,
    area,
    words: 'quota requests tokens limits',
    load: () => import('./keys/usage.tsx'),
  },
  {
    path: '/guard/tenants',
    title: 'Tenants',
    icon: Building2,
    area,
    words: 'plans quotas',
    load: () => import('./tenants/tenants.tsx'),
  },
]
