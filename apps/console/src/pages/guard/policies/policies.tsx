import { useQuery } from '@tanstack/react-query'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/policies.ts'
import { labelOf } from '../../../ui/words.ts'

export default function Policies() {
  return (
    <>
      <PageHeader title={common.policies} intro={messages.policies.guardsOfYourTenantAndTheir} />
      <Scoped needs="admin">
        <InForce />
      </Scoped>
    </>
  )
}

function InForce() {
  const policies = useQuery({
    queryKey: ['guard', 'policies'],
    queryFn: ({ signal }) => guard.readPolicies({}, { signal }),
  })
  const guards = useQuery({
    queryKey: ['guard', 'guardrails'],
    queryFn: ({ signal }) => guard.listGuardrails({}, { signal }),
  })
  return (
    <Loaded query={policies} doing={messages.policies.loadingPolicies} lines={8}>
      {(view) => (
        <Loaded query={guards} doing={messages.policies.loadingGuards} lines={8}>
          {({ guardrails }) => (
            <>
              <p className="mb-3 flex flex-wrap items-center gap-2 text-sm">
                <Badge tone={view.mode === 'enforce' ? 'ok' : 'info'}>{labelOf(view.mode)}</Badge>
                <span>
                  {view.version === 0
                    ? messages.policies.defaultsOfThisDeployment
                    : messages.policies.versionIsActive(view.version)}
                </span>
                <span className="text-muted">{messages.policies.for(view.tenant_id)}</span>
              </p>
              <PolicyEditor view={view} guards={guardrails} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
