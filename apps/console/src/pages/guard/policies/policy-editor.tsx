import { GatehouseError } from '@gatehouse/client'
import { GitCompare, Save, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import { DiffView } from '../../../ui/diff-view.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useChange } from '../parts/use-change.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { withChange } from '../parts/yaml-text.ts'
import type { GuardInfo } from '../playground/attempt.ts'
import { checkPolicy } from './check-policy.ts'
import { PolicyForm } from './policy-form.tsx'
import { type Policy, type Problem, readPolicy, textOf } from './policy-text.ts'
import { Replay } from './replay.tsx'
import { useDraft } from './use-draft.ts'
import { Versions } from './versions.tsx'

export type PolicyView = Awaited<ReturnType<typeof guard.readPolicies>>
type Body = Parameters<typeof guard.replacePolicies>[0]['body']

interface Props {
  readonly view: PolicyView
  readonly guards: readonly GuardInfo[]
}

/** A draft of the policy as form and as text, what it changes, what it would have done, and the versions before it. */
export function PolicyEditor({ view, guards }: Props) {
  const inForce = useMemo(() => textOf(view), [view])
  const draft = useDraft(view.tenant_id, view.version, inForce)
  const [tab, setTab] = useState('edit')
  const read = useMemo(() => readPolicy(draft.text), [draft.text])
  const save = useChange((body: Body) => guard.replacePolicies({ body }), {
    stale: ['policies', 'guardrails', 'policy-versions'],
    said: ({ version }) => `Version ${version} is in force.`,
    onDone: (saved) => draft.restart({ version: saved.version, base: textOf(saved) }),
  })
  const told = toldBy(save.error)
  const problems = read.broken.length > 0 ? [] : [...checkPolicy(read.policy, guards), ...told]
  const lines = [
    ...read.broken,
    ...problems.map(({ path, message }) => ({ line: read.lineOf(path), message: `${path.join('.')} ${message}` })),
  ]
  const type = (text: string): void => {
    save.reset()
    draft.type(text)
  }
  const actions = (
    <>
      <Button
        icon={Undo2}
        disabled={!draft.isChanged}
        onClick={() => draft.restart({ version: view.version, base: inForce })}
      >
        Discard
      </Button>
      <Button
        look="primary"
        icon={Save}
        busy={save.isPending}
        disabled={!draft.isChanged || lines.length > told.length || draft.isBehind}
        onClick={() => save.mutate(bodyOf(read.policy))}
      >
        Save
      </Button>
    </>
  )
  return (
    <Card title={draft.isChanged ? 'Draft, not saved' : 'Policy'} actions={actions}>
      <div className="flex flex-col gap-3">
        {draft.isBehind && (
          <div className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
            <span>Version {view.version} was saved meanwhile. See under Changes what yours would undo.</span>
            <Button onClick={() => draft.restart({ version: view.version, base: inForce }, draft.text)}>
              Go on with mine
            </Button>
          </div>
        )}
        <WrongLine text={save.error !== null && told.length === 0 ? explain(save.error).sentence : undefined} />
        <Tabs
          label="Policy"
          value={tab}
          onPick={setTab}
          tabs={[
            {
              value: 'edit',
              label: 'Edit',
              content: tab === 'edit' && (
                <div className="grid items-start gap-6 lg:grid-cols-2">
                  <PolicyForm
                    policy={read.policy}
                    guards={guards}
                    problems={problems}
                    readOnly={read.broken.length > 0}
                    onChange={(path, value) => type(withChange(draft.text, path, value, 1))}
                  />
                  <div className="lg:sticky lg:top-4">
                    <CodeEditor label="Policy as YAML" text={draft.text} onChange={type} problems={lines} />
                  </div>
                </div>
              ),
            },
            {
              value: 'changes',
              label: 'Changes',
              content: tab === 'changes' && <Changes before={inForce} after={draft.text} />,
            },
            {
              value: 'replay',
              label: 'Replay',
              content: tab === 'replay' && <Replay policy={read.policy} isWhole={lines.length === 0} />,
            },
            {
              value: 'versions',
              label: 'Versions',
              content: tab === 'versions' && <Versions current={view.version} />,
            },
          ]}
        />
      </div>
    </Card>
  )
}

function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  if (before === after) {
    return (
      <EmptyState icon={GitCompare} title="Nothing is changed">
        Change a guard under Edit, and see here how it differs from what is in force.
      </EmptyState>
    )
  }
  return <DiffView label="What the draft changes" before={before} after={after} />
}

function bodyOf({ mode, input_guardrails, output_guardrails, agentic_guardrails }: Policy): Body {
  return {
    input_guardrails: input_guardrails ?? {},
    output_guardrails: output_guardrails ?? {},
    agentic_guardrails: agentic_guardrails ?? {},
    ...(mode === undefined ? {} : { mode }),
  } as Body
}

/** What the service refused, at the places that it names. */
function toldBy(error: unknown): readonly Problem[] {
  if (!(error instanceof GatehouseError)) return []
  return error.violations.map(({ path, message }) => ({ path: path.split('.'), message }))
}
