import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { guard } from '../../../api/clients.ts'
import { Badge, Severity, Verdict } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { visible } from '../parts/visible.ts'
import { wrongAt, wrongElsewhere } from '../parts/wrong.ts'
import { WrongLine } from '../parts/wrong-line.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/data.ts'
import { labelOf } from '../../../ui/words.ts'

type Answer = Awaited<ReturnType<typeof guard.previewSanitization>>
type Body = Parameters<typeof guard.previewSanitization>[0]['body']

const NAMES = ['tool_name', 'payload', 'user_role', 'intent']

/** Applies the stored policies to a payload; stores nothing. */
export function SanitizationPreview() {
  const [tool, setTool] = useState('crm_lookup')
  const [stage, setStage] = useState('output')
  const [role, setRole] = useState('')
  const [payload, setPayload] = useState<string>(messages.sanitizationPreview.nameJaneRoeCard)
  const run = useMutation({ mutationFn: (body: Body) => guard.previewSanitization({ body }) })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const caller = role === '' ? {} : { user_role: role }
    run.mutate({ tool_name: tool, stage: stage as 'output', payload, ...caller })
  }
  return (
    <Card title={messages.sanitizationPreview.payloadTest}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <form onSubmit={onSubmit} className="flex flex-col gap-3">
          <div className="grid gap-3 sm:grid-cols-3">
            <TextField
              label={common.tool}
              required
              value={tool}
              onText={setTool}
              error={wrongAt(run.error, 'tool_name')}
            />
            <Field label={messages.sanitizationPreview.direction}>
              {(field) => (
                <Select
                  {...field}
                  value={stage}
                  onPick={setStage}
                  options={[
                    { value: 'output', label: messages.sanitizationPreview.result },
                    { value: 'input', label: common.arguments },
                  ]}
                />
              )}
            </Field>
            <TextField label={common.role} value={role} onText={setRole} error={wrongAt(run.error, 'user_role')} />
          </div>
          <Field
            label={messages.sanitizationPreview.payload}
            help={messages.sanitizationPreview.textOrJson}
            error={wrongAt(run.error, 'payload')}
          >
            {(field) => (
              <Textarea
                {...field}
                code
                required
                rows={5}
                value={payload}
                onChange={({ target }) => setPayload(target.value)}
              />
            )}
          </Field>
          <WrongLine text={wrongElsewhere(run.error, NAMES)} />
          <div>
            <Button type="submit" look="primary" icon={Play} busy={run.isPending}>
              {messages.sanitizationPreview.testPayload}
            </Button>
          </div>
        </form>
        {run.data === undefined ? (
          <p className="text-sm text-muted">{messages.sanitizationPreview.usesTheSavedPoliciesThePayload}</p>
        ) : (
          <Outcome answer={run.data} />
        )}
      </div>
    </Card>
  )
}

function Outcome({ answer }: { readonly answer: Answer }) {
  const { action, sanitized_output, sanitization, guardrail_results, would_action } = answer
  const texts = guardrail_results.filter(({ passed }) => !passed)
  return (
    <section aria-label={messages.sanitizationPreview.testResult} className="flex min-w-0 flex-col gap-3">
      <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <Verdict of={action} />
        {would_action !== undefined && (
          <span className="text-muted">{messages.sanitizationPreview.wouldBeInEnforceMode(would_action)}</span>
        )}
        {sanitization.mode === 'none' && (
          <span className="text-muted">{messages.sanitizationPreview.noPolicyAppliesToThisTool}</span>
        )}
      </div>
      {texts.map(({ guardrail, message }) => (
        <p key={guardrail} className="text-sm">
          {visible(message)}
        </p>
      ))}
      {sanitization.regex_violations.length > 0 && (
        <ul aria-label={messages.sanitizationPreview.matchedRules} className="flex flex-col gap-1 text-sm">
          {sanitization.regex_violations.map((regex_violation) => (
            <li
              key={`${regex_violation.source} ${regex_violation.pattern_id}`}
              className="flex flex-wrap items-center gap-2"
            >
              <Severity of={regex_violation.severity} />
              <span className="font-mono text-xs font-medium">{visible(regex_violation.pattern_id)}</span>
              <span className="text-muted tabular-nums">{regex_violation.count}×</span>
              <Badge>{labelOf(regex_violation.action)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {sanitized_output !== undefined && (
        <CodeBlock label={messages.sanitizationPreview.sanitizedPayload} text={visible(sanitized_output)} />
      )}
    </section>
  )
}
