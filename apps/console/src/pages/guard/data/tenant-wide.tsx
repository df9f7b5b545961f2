import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Definition, DefinitionDrawer } from '../parts/definition-drawer.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { visible } from '../parts/visible.ts'
import { DATA_POLICY_SECTIONS } from './data-policy-fields.ts'
import { saveMessage, writable } from './stored-policy.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/data.ts'

type Answer = Awaited<ReturnType<typeof guard.readGlobalDataPolicy>>
type Stored = Extract<Answer['policy'], { readonly updated_by: string }>

const NAME = messages.tenantWide.policyForAllTools
const FIRST = { sanitization_rules: [], role_policies: [] }

/** Data policy for all tools. */
export function TenantWide() {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    queryKey: ['guard', 'data-policies', 'global'],
    queryFn: ({ signal }) => guard.readGlobalDataPolicy({}, { signal }),
  })
  const edit = query.data !== undefined && (
    <Button icon={Pencil} onClick={() => setIsOpen(true)}>
      {query.data.exists ? messages.tenantWide.editPolicy : messages.tenantWide.createPolicy}
    </Button>
  )
  return (
    <>
      <Card title={messages.tenantWide.policyForAllTools} actions={edit}>
        <Loaded query={query} doing={messages.tenantWide.loadingPolicyForAllTools}>
          {({ exists, policy }) =>
            exists ? (
              <Summary policy={policy as Stored} />
            ) : (
              <p className="text-sm text-muted">{messages.tenantWide.noPolicyForAllToolsCreateOneOr}</p>
            )
          }
        </Loaded>
      </Card>
      <DefinitionDrawer
        definition={isOpen && query.data !== undefined ? definitionOf(query.data) : undefined}
        onClose={() => setIsOpen(false)}
        what={messages.tenantWide.dataPolicyForAllTools}
        nameHelp=""
        help={messages.tenantWide.thisPolicyAppliesToEveryToolIn}
        sections={DATA_POLICY_SECTIONS}
        stale={['data-policies']}
        save={async (_, value) => saveMessage(await guard.saveGlobalDataPolicy({ body: value }))}
        remove={query.data?.exists === true ? () => guard.deleteGlobalDataPolicy() : undefined}
        removed={messages.tenantWide.toolsAreThenSubjectToTheirOwn}
      />
    </>
  )
}

function definitionOf({ exists, policy }: Answer): Definition {
  return { name: NAME, value: exists ? writable(policy) : FIRST }
}

function Summary({ policy }: { readonly policy: Stored }) {
  const { enabled, mode, sanitization_rules, role_policies, updated_by, updated_at } = policy
  const patterns = sanitization_rules.map(({ pattern_id }) => pattern_id).join(', ')
  return (
    <KeyValue
      pairs={[
        [
          common.status,
          <Badge key="state" tone={!enabled ? 'plain' : mode === 'enforce' ? 'ok' : 'info'}>
            {enabled ? mode : common.disabled}
          </Badge>,
        ],
        [common.patterns, patterns === '' ? '–' : visible(patterns)],
        [common.roles, visible(role_policies.map(({ role }) => role).join(', ')) || '–'],
        [
          common.updated,
          <span key="changed">
            <Time at={updated_at} /> <span className="text-muted">{messages.tenantWide.by(visible(updated_by))}</span>
          </span>,
        ],
      ]}
    />
  )
}
