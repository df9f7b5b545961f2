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
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/policies.ts'

export type PolicyView = Awaited<ReturnType<typeof guard.readPolicies>>
type Body = Parameters<typeof guard.replacePolicies>[0]['body']

interface Props {
  readonly view: PolicyView
  readonly guards: readonly GuardInfo[]
}

/** Editor of a policy draft as form and text, with its changes, a replay, and previous versions. */
export function PolicyEditor({ view, guards }: Props) {
  const inForce = useMemo(() => textOf(view), [view])
  const draft = useDraft(view.tenant_id, view.version, inForce)
  const [tab, setTab] = useState('edit')
  const read = useMemo(() => readPolicy(draft.text), [draft.text])
  const save = useChange((body: Body) => guard.replacePolicies({ body }), {
    stale: ['policies', 'guardrails', 'policy-versions'],
    said: ({ version }) => messages.policyEditor.versionPublished(version),
    onDone: (saved) => draft.restart({ version: saved.version, base: textOf(saved) }),
  })
  const reported = problemsOf(save.error)
  const problems = read.broken.length > 0 ? [] : [...checkPolicy(read.policy, guards), ...reported]
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
        {messages.policyEditor.discardDraft}
      </Button>
      <Button
        look="primary"
        icon={Save}
        busy={save.isPending}
        disabled={!draft.isChanged || lines.length > reported.length || draft.isBehind}
        onClick={() => save.mutate(bodyOf(read.policy))}
      >
        {messages.policyEditor.publishPolicy}
      </Button>
    </>
  )
  return (
    <Card title={draft.isChanged ? messages.policyEditor.unsavedDraft : common.policy} actions={actions}>
      <div className="flex flex-col gap-3">
        {draft.isBehind && (
          <OutdatedNotice
            version={view.version}
            onKeep={() => draft.restart({ version: view.version, base: inForce }, draft.text)}
          />
        )}
        <WrongLine text={save.error !== null && reported.length === 0 ? explain(save.error).sentence : undefined} />
        <Tabs
          label={common.policy}
          value={tab}
          onPick={setTab}
          tabs={[
            {
              value: 'edit',
              label: messages.policyEditor.edit,
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
                    <CodeEditor
                      label={messages.policyEditor.policyYaml}
                      text={draft.text}
                      onChange={type}
                      problems={lines}
                    />
                  </div>
                </div>
              ),
            },
            {
              value: 'changes',
              label: messages.policyEditor.changes,
              content: tab === 'changes' && <Changes before={inForce} after={draft.text} />,
            },
            {
              value: 'replay',
              label: messages.policyEditor.replay,
              content: tab === 'replay' && <Replay policy={read.policy} isWhole={lines.length === 0} />,
            },
            {
              value: 'versions',
              label: messages.policyEditor.versions,
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
      <EmptyState icon={GitCompare} title={messages.policyEditor.noChanges}>
        {messages.policyEditor.editAGuardToCompareTheDraft}
      </EmptyState>
    )
  }
  return <DiffView label={messages.policyEditor.changesInTheDraft} before={before} after={after} />
}

function bodyOf({ mode, input_guardrails, output_guardrails, agentic_guardrails }: Policy): Body {
  return {
    input_guardrails: input_guardrails ?? {},
    output_guardrails: output_guardrails ?? {},
    agentic_guardrails: agentic_guardrails ?? {},
    ...(mode === undefined ? {} : { mode }),
  } as Body
}

/** Returns the service's errors with their paths. */
function problemsOf(error: unknown): readonly Problem[] {
  if (!(error instanceof GatehouseError)) return []
  return error.violations.map(({ path, message }) => ({ path: path.split('.'), message }))
}

function OutdatedNotice({ version, onKeep }: { readonly version: number; readonly onKeep: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      <span>{messages.policyEditor.versionWasPublishedInThe(version)}</span>
      <Button onClick={onKeep}>{messages.policyEditor.keepMyDraft}</Button>
    </div>
  )
}
