import { useQuery } from '@tanstack/react-query'
import { guard } from '../../../api/clients.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { PolicyEditor } from './policy-editor.tsx'

export default function Policies() {
  return (
    <>
      <PageHeader
        title="Policies"
        intro="Which guards run for your tenant, and what follows from what they find. Try a change on recent traffic before you save it."
      />
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
    <Loaded query={policies} doing="Loading the policies" lines={8}>
      {(view) => (
        <Loaded query={guards} doing="Loading the guards" lines={8}>
          {({ guardrails }) => (
            <>
              <p className="mb-3 flex flex-wrap items-center gap-2 text-sm">
                <Badge tone={view.mode === 'enforce' ? 'ok' : 'info'}>{view.mode}</Badge>
                <span>
                  {view.version === 0
                    ? 'The defaults of this deployment are in force'
                    : `Version ${view.version} is in force`}
                </span>
                <span className="text-muted">for {view.tenant_id}</span>
              </p>
              <PolicyEditor view={view} guards={guardrails} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
