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
import { saidOf, writable } from './stored-policy.ts'

type Answer = Awaited<ReturnType<typeof guard.readGlobalDataPolicy>>
type Stored = Extract<Answer['policy'], { readonly updated_by: string }>

const NAME = 'All tools'
const FIRST = { sanitization_rules: [], role_policies: [] }

/** The data policy that holds for every tool. */
export function TenantWide() {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery({
    queryKey: ['guard', 'data-policies', 'global'],
    queryFn: ({ signal }) => guard.readGlobalDataPolicy({}, { signal }),
  })
  const edit = query.data !== undefined && (
    <Button icon={Pencil} onClick={() => setIsOpen(true)}>
      {query.data.exists ? 'Change' : 'Write one'}
    </Button>
  )
  return (
    <>
      <Card title="All tools" actions={edit}>
        <Loaded query={query} doing="Loading the policy of all tools">
          {({ exists, policy }) =>
            exists ? (
              <Summary policy={policy as Stored} />
            ) : (
              <p className="text-sm text-muted">
                Nothing is said of all tools yet. Write what no tool may give away, or begin with a ready-made set.
              </p>
            )
          }
        </Loaded>
      </Card>
      <DefinitionDrawer
        definition={isOpen && query.data !== undefined ? definitionOf(query.data) : undefined}
        onClose={() => setIsOpen(false)}
        what="data policy of all tools"
        nameHelp=""
        help="It holds for every tool, beside the policy of the tool."
        sections={DATA_POLICY_SECTIONS}
        stale={['data-policies']}
        save={async (_, value) => saidOf(await guard.saveGlobalDataPolicy({ body: value }))}
        remove={query.data?.exists === true ? () => guard.deleteGlobalDataPolicy() : undefined}
        removed="Tools are then held to policies of their own alone."
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
          'State',
          <Badge key="state" tone={!enabled ? 'plain' : mode === 'enforce' ? 'ok' : 'info'}>
            {enabled ? mode : 'off'}
          </Badge>,
        ],
        ['Patterns', patterns === '' ? '–' : visible(patterns)],
        ['Roles', visible(role_policies.map(({ role }) => role).join(', ')) || '–'],
        [
          'Changed',
          <span key="changed">
            <Time at={updated_at} /> <span className="text-muted">by {visible(updated_by)}</span>
          </span>,
        ],
      ]}
    />
  )
}
