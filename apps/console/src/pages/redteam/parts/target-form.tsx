import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { AuthForm } from './auth-form.tsx'
import { type Draft, hasTemplate } from './draft.ts'

export interface DraftProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

const TYPES = [
  {
    value: 'http_agent',
    label: 'An agent behind HTTP',
    hint: 'Any interface that takes a message in a request and answers.',
  },
  { value: 'openai', label: 'Chat completions', hint: 'Whatever speaks the dialect of OpenAI’s chat completions.' },
  { value: 'mcp', label: 'A server of tools (MCP)', hint: 'Tools are listed and called as an agent would call them.' },
  { value: 'websocket_agent', label: 'An agent behind WebSocket', hint: 'One connection for each conversation.' },
] as const
const SLOTS = [
  ['{{message}}', 'the prompt'],
  ['{{history}}', 'what was said before'],
  ['{{session_id}}', 'a word for the conversation'],
  ['{{uuid}}', 'a new id'],
] as const

/** What is attacked, and how it is spoken to. */
export function TargetForm({ draft, onChange }: DraftProps) {
  const type = TYPES.find(({ value }) => value === draft.type) ?? TYPES[0]
  const isSocket = draft.type === 'websocket_agent'
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">Kind of target</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {TYPES.map(({ value, label, hint }) => (
            <label
              key={value}
              className="flex cursor-pointer gap-2 rounded-md border border-line p-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="type"
                value={value}
                checked={type.value === value}
                onChange={() => onChange({ type: value })}
                className="mt-0.5 size-4 shrink-0 accent-accent-strong"
              />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-xs text-muted">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr]">
        <Field label="Address" help="Where it stands, without the path.">
          {(field) => (
            <Input
              {...field}
              required
              inputMode="url"
              placeholder={isSocket ? 'wss://agent.example.com' : 'https://agent.example.com'}
              value={draft.baseUrl}
              onChange={(event) => onChange({ baseUrl: event.target.value })}
            />
          )}
        </Field>
        <div className="grid grid-cols-[1fr_auto] gap-2">
          <Field label="Path">
            {(field) => (
              <Input
                {...field}
                placeholder={draft.type === 'openai' ? '/v1/chat/completions' : draft.type === 'mcp' ? '/mcp' : '/chat'}
                value={draft.agentEndpoint}
                onChange={(event) => onChange({ agentEndpoint: event.target.value })}
              />
            )}
          </Field>
          {draft.type === 'http_agent' && (
            <Field label="Method">
              {(field) => (
                <Select
                  {...field}
                  options={['POST', 'PUT', 'PATCH', 'GET']}
                  value={draft.method}
                  onPick={(method) => onChange({ method: method as Draft['method'] })}
                />
              )}
            </Field>
          )}
        </div>
      </div>
      {draft.type === 'openai' && (
        <Field label="Model" help="The name that the target knows it by.">
          {(field) => (
            <Input
              {...field}
              required
              value={draft.model}
              onChange={(event) => onChange({ model: event.target.value })}
            />
          )}
        </Field>
      )}
      {hasTemplate(draft) && <Template draft={draft} onChange={onChange} />}
      <AuthForm draft={draft} onChange={onChange} />
      <More draft={draft} onChange={onChange} />
    </div>
  )
}

function Template({ draft, onChange }: DraftProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (slot: string): void => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
    const { bodyTemplate } = draft
    onChange({ bodyTemplate: bodyTemplate.slice(0, selectionStart) + slot + bodyTemplate.slice(selectionEnd) })
    area.current?.focus()
  }
  const isHit = `${draft.bodyTemplate}${draft.agentEndpoint}`.includes('{{message}}')
  return (
    <div className="grid gap-4 md:grid-cols-[3fr_2fr]">
      <div className="flex flex-col gap-2">
        <Field
          label="Request body"
          help="JSON. What stands in for the prompt is filled in for each attack, escaped as JSON wants it."
          error={isHit ? undefined : 'Put {{message}} where the prompt belongs: nobody would be attacked without it.'}
        >
          {(field) => (
            <Textarea
              {...field}
              ref={area}
              code
              rows={5}
              spellCheck={false}
              value={draft.bodyTemplate}
              onChange={(event) => onChange({ bodyTemplate: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-1" role="group" aria-label="Insert into the body">
          {SLOTS.map(([slot, meaning]) => (
            <Button key={slot} look="quiet" icon={Braces} className="!h-7 !px-2 !text-xs" onClick={() => insert(slot)}>
              <span className="font-mono">{slot.slice(2, -2)}</span>
              <span className="font-normal text-muted">{meaning}</span>
            </Button>
          ))}
        </div>
      </div>
      <ReplyPath draft={draft} onChange={onChange} />
    </div>
  )
}

function ReplyPath({ draft, onChange }: DraftProps) {
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Where the reply stands"
        help="Names and indexes between dots, as choices.0.message.content. Empty: the usual places are searched."
      >
        {(field) => (
          <Input
            {...field}
            className="font-mono !text-xs"
            placeholder="reply"
            spellCheck={false}
            value={draft.responsePath}
            onChange={(event) => onChange({ responsePath: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Where its tool calls stand"
        help="Without it, attacks on tools that show in calls alone are not sent."
      >
        {(field) => (
          <Input
            {...field}
            className="font-mono !text-xs"
            placeholder="calls"
            spellCheck={false}
            value={draft.toolCallsPath}
            onChange={(event) => onChange({ toolCallsPath: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

function More({ draft, onChange }: DraftProps) {
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex min-h-10 cursor-pointer items-center px-3 text-sm font-medium">
        What it knows and may do
        <span className="ml-2 font-normal text-muted">makes verdicts surer; optional</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-3 md:grid-cols-2">
        <Field label="System prompt" help="A reply that repeats it is seen as a leak.">
          {(field) => (
            <Textarea
              {...field}
              rows={4}
              value={draft.systemPrompt}
              onChange={(event) => onChange({ systemPrompt: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-col gap-4">
          <Field
            label="A secret that it keeps"
            help="Planted in its prompt or data; whoever gets it out has won. Never shown again."
          >
            {(field) => (
              <Input
                {...field}
                type="password"
                autoComplete="off"
                minLength={6}
                value={draft.canary}
                onChange={(event) => onChange({ canary: event.target.value })}
              />
            )}
          </Field>
          <Field label="Tools that it may call" help="Names, with commas between them.">
            {(field) => (
              <Input
                {...field}
                value={draft.allowedTools}
                onChange={(event) => onChange({ allowedTools: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className="md:col-span-2">
          <Field
            label="Further headers"
            help="One a line, as name: value. Values are sealed while the run goes and never shown."
          >
            {(field) => (
              <Textarea
                {...field}
                code
                rows={2}
                spellCheck={false}
                value={draft.headers}
                onChange={(event) => onChange({ headers: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
    </details>
  )
}
