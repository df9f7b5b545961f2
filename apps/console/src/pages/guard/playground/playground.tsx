import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { useSession } from '../../../api/session.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Scoped } from '../parts/scoped.tsx'
import { type Attempt, attempts, type Draft, type Kind, KINDS, send, useAttempts } from './attempt.ts'
import { curlOf } from './curl.ts'
import { DraftForm } from './draft-form.tsx'
import { History } from './history.tsx'
import { VerdictView } from './verdict-view.tsx'
import { messages } from '../../../messages/guard/playground.ts'
import { phrase } from '../../../ui/phrase.tsx'

const TITLES: Readonly<Record<Kind, string>> = {
  prompt: messages.playground.prompt,
  output: messages.playground.answer,
  file: messages.playground.file,
  tool: messages.playground.toolCall,
}

export default function Playground() {
  return (
    <>
      <PageHeader title={messages.playground.playground} intro={messages.playground.testHowTheGuardsEvaluateAText} />
      <Scoped needs="tenant">
        <Bench />
      </Scoped>
    </>
  )
}

function Bench() {
  const { data: session } = useSession()
  const guards = useQuery({
    queryKey: ['guard', 'guardrails'],
    queryFn: ({ signal }) => guard.listGuardrails({}, { signal }),
  })
  const all = useAttempts()
  const [draft, setDraft] = useState<Draft>(attempts.typed)
  const [shown, setShown] = useState<Attempt | undefined>(all[0])
  const [isShared, setIsShared] = useState(false)
  useEffect(() => attempts.type(draft), [draft])
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }))
  // A result of another kind of check does not apply.
  const pick = (kind: Kind): void => {
    change({ kind })
    setShown(all.find((attempt) => attempt.draft.kind === kind))
    check.reset()
  }
  const check = useMutation({
    mutationFn: (of: Draft) => send(of),
    onSuccess: (judged, of) => setShown(attempts.add(of, judged)),
  })
  const known = guards.data?.guardrails ?? []
  const form = (
    <DraftForm
      draft={draft}
      onChange={change}
      guards={known}
      busy={check.isPending}
      onSend={() => check.mutate(draft)}
      onShare={() => setIsShared(true)}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <Card
          title={messages.playground.input}
          actions={
            guards.data !== undefined && (
              <span className="text-muted">
                {phrase(messages.playground.tenant, {
                  tenantId: guards.data.tenant_id,
                  link: <TextLink to="/sign-in">{messages.playground.changeKey}</TextLink>,
                })}
              </span>
            )
          }
        >
          <Tabs
            label={messages.playground.inputType}
            value={draft.kind}
            onPick={(kind) => pick(kind as Kind)}
            tabs={KINDS.map((kind) => ({ value: kind, label: TITLES[kind], content: kind === draft.kind && form }))}
          />
        </Card>
        <div className="flex min-w-0 flex-col gap-4" aria-live="polite">
          {guards.error !== null && (
            <ErrorState
              error={guards.error}
              onRetry={() => void guards.refetch()}
              doing={messages.playground.loadingGuards}
            />
          )}
          {check.error !== null && !check.isPending && (
            <Card flush>
              <ErrorState error={check.error} doing={messages.playground.check} />
            </Card>
          )}
          {guards.data === undefined && guards.error === null && <Skeleton />}
          {guards.data !== undefined && shown !== undefined && (
            <VerdictView key={shown.id} attempt={shown} guards={known} />
          )}
          {guards.data !== undefined && shown === undefined && check.error === null && <First onPick={change} />}
        </div>
      </div>
      <History
        attempts={all}
        shown={shown?.id}
        onPick={(attempt) => {
          setShown(attempt)
          setDraft(attempt.draft)
        }}
      />
      <Dialog open={isShared} onClose={() => setIsShared(false)} title={messages.playground.copyAsCurl}>
        {isShared && (
          <CodeBlock label={messages.playground.shellCommand} text={curlOf(draft, session?.guard.mode === 'keys')} />
        )}
        <p className="mt-3 text-sm text-muted">
          {phrase(messages.playground.theCommandDoesNotIncludeYour, {
            code: <code className="font-mono text-xs">{messages.playground.gatehouseKey}</code>,
            code2: <code className="font-mono text-xs">{messages.playground.gatehouseGuard}</code>,
          })}
        </p>
      </Dialog>
    </div>
  )
}

const EXAMPLES: readonly (readonly [title: string, draft: Partial<Draft>])[] = [
  [messages.playground.promptInjection, { kind: 'prompt', prompt: messages.playground.ignoreAllPreviousInstructions }],
  [
    messages.playground.personalDataInAnAnswer,
    { kind: 'output', output: messages.playground.herCardIs4111111111111111Her },
  ],
  [
    messages.playground.destructiveToolCall,
    { kind: 'tool', tool: 'delete_database', args: '{\n  "name": "orders",\n  "force": true\n}' },
  ],
]

function First({ onPick }: { readonly onPick: (draft: Partial<Draft>) => void }) {
  return (
    <Card flush>
      <EmptyState
        icon={FlaskConical}
        title={messages.playground.noChecksYet}
        action={EXAMPLES.map(([title, draft]) => (
          <button
            key={title}
            type="button"
            onClick={() => onPick(draft)}
            className="h-8 rounded-md border border-line px-3 text-sm hover:bg-hover"
          >
            {title}
          </button>
        ))}
      >
        {messages.playground.enterATextAndRunACheckOrSelect}
      </EmptyState>
    </Card>
  )
}
