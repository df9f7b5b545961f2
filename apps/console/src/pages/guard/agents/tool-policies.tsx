import { useQuery } from '@tanstack/react-query'
import { Wrench } from 'lucide-react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Definitions } from '../parts/definitions.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { visible } from '../parts/visible.ts'
import { TOOL_POLICY_SECTIONS } from './tool-policy-fields.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/agents.ts'

type ToolPolicy = Awaited<ReturnType<typeof guard.listToolPolicies>>['items'][number]

const FIRST = {
  enabled: true,
  parameter_policy: { numeric_limits: { amount: { max: 100 } } },
  rate_limit: { limit: 100, window_seconds: 60 },
  approval: { required: true, min_approvals: 1 },
}

const COLUMNS: readonly Column<ToolPolicy>[] = [
  {
    id: 'tool',
    title: common.tool,
    width: 'minmax(160px, 2fr)',
    cell: ({ tool_name }) => <span className="font-mono text-xs font-medium">{visible(tool_name)}</span>,
  },
  {
    id: 'state',
    title: common.status,
    width: '80px',
    cell: ({ enabled }) => <Badge tone={enabled ? 'ok' : 'plain'}>{enabled ? common.enabled : common.disabled}</Badge>,
  },
  {
    id: 'holds',
    title: messages.toolPolicies.checks,
    width: 'minmax(200px, 3fr)',
    cell: (policy) => <PolicyLimits policy={policy} />,
  },
  {
    id: 'rate',
    title: messages.toolPolicies.rateLimit,
    number: true,
    width: '120px',
    cell: ({ rate_limit: { limit, window_seconds } }) => messages.toolPolicies.perS(limit, window_seconds),
  },
  {
    id: 'session',
    title: messages.toolPolicies.sessionLimit,
    number: true,
    width: '96px',
    cell: ({ session_limit }) => session_limit,
  },
]

function PolicyLimits({ policy }: { readonly policy: ToolPolicy }) {
  const parts = [
    policy.argument_schema !== undefined && messages.toolPolicies.schema,
    policy.parameter_policy !== undefined && common.arguments,
    Object.keys(policy.role_restrictions).length > 0 && common.roles,
    policy.workflow !== undefined && common.order,
    policy.approval?.required === true && messages.toolPolicies.approval,
    policy.issue_capability && messages.toolPolicies.capability,
  ].filter((part) => typeof part === 'string')
  return (
    <span className="flex gap-1">
      {parts.map((part) => (
        <Badge key={part} tone={part === messages.toolPolicies.approval ? 'accent' : 'plain'}>
          {part}
        </Badge>
      ))}
    </span>
  )
}

export default function ToolPolicies() {
  return (
    <>
      <PageHeader title={messages.toolPolicies.toolPolicies} intro={messages.toolPolicies.rulesForToolCallsSchema} />
      <Scoped needs="admin">
        <List />
      </Scoped>
    </>
  )
}

function List() {
  const policies = useQuery({
    queryKey: ['guard', 'tool-policies'],
    queryFn: ({ signal }) => guard.listToolPolicies({}, { signal }),
  })
  return (
    <Definitions
      query={policies}
      title={policies.data === undefined ? '' : messages.toolPolicies.total(policies.data.total)}
      label={messages.toolPolicies.toolPolicies}
      rowsOf={({ items }) => items}
      columns={COLUMNS}
      nameOf={({ tool_name }) => tool_name}
      valueOf={(policy) => {
        const { tool_name: _, ...value } = policy
        return value
      }}
      first={FIRST}
      empty={() => (
        <EmptyState icon={Wrench} title={messages.toolPolicies.noToolPolicies}>
          {messages.toolPolicies.aToolPolicyRestrictsTheCallsOf}
        </EmptyState>
      )}
      what={messages.toolPolicies.toolPolicy}
      nameHelp={common.aToolNameUseAsASuffixWildcard}
      help={messages.toolPolicies.partsThatYouLeaveEmptyAreNot}
      sections={TOOL_POLICY_SECTIONS}
      stale={['tool-policies']}
      save={async (tool_name, value) => {
        const { warnings } = await guard.saveToolPolicy({ params: { tool_name }, body: value })
        return warnings.join(' ')
      }}
      remove={(name) => guard.deleteToolPolicy({ params: { tool_name: name } })}
      removed={messages.toolPolicies.callsOfTheToolAreThenCheckedBy}
    />
  )
}
