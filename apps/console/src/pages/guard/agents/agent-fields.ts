import type { FormSection } from '../parts/form/field-spec.ts'
import { listsByName } from '../parts/form/rows.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/agents.ts'

const toolsOf = (whose: string) =>
  ({
    kind: 'rows',
    shape: listsByName,
    columns: [
      { key: 'name', label: whose },
      { key: 'value', label: common.tools, placeholder: common.none },
    ],
  }) as const

/** Form sections of an agent. */
export const AGENT_SECTIONS: readonly FormSection[] = [
  {
    title: common.general,
    fields: [
      { path: ['name'], kind: 'text', label: messages.agentFields.displayName },
      { path: ['status'], kind: 'choice', label: common.status, options: ['active', 'disabled'], standard: 'active' },
      { path: ['description'], kind: 'long', label: common.description },
    ],
  },
  {
    title: messages.agentFields.toolsAndRoles,
    fields: [
      {
        path: ['tools'],
        kind: 'lines',
        label: common.allowedTools,
        help: messages.agentFields.onePerLineUseAsASuffixWildcard,
        placeholder: messages.agentFields.orders,
        wide: true,
      },
      {
        ...toolsOf(common.role),
        path: ['role_permissions'],
        label: messages.agentFields.toolsByRole,
        help: messages.agentFields.separateToolsWithCommasWithout,
        add: common.addRole,
      },
    ],
  },
  {
    title: messages.agentFields.delegation,
    fields: [
      {
        ...toolsOf(common.agent),
        path: ['agent_permissions'],
        label: messages.agentFields.permissionsOfOtherAgents,
        add: messages.agentFields.addAgent,
      },
    ],
  },
]
