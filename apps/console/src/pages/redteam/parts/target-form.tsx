import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { AuthForm } from './auth-form.tsx'
import { Attachments } from './attachments.tsx'
import { type Draft, hasTemplate, isModelApi } from './draft.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/new-run.ts'
import { phrase } from '../../../ui/phrase.tsx'

export interface DraftProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

const TYPES = [
  {
    value: 'http_agent',
    label: messages.targetForm.httpAgent,
    hint: messages.targetForm.anyHttpApiThatAcceptsAMessage,
  },
  {
    value: 'openai',
    label: messages.targetForm.chatCompletions,
    hint: messages.targetForm.anyApiCompatibleWithOpenaiChat,
  },
  {
    value: 'openai_responses',
    label: messages.targetForm.openaiResponses,
    hint: messages.targetForm.openaiResponsesHint,
  },
  { value: 'anthropic', label: messages.targetForm.anthropicMessages, hint: messages.targetForm.anthropicMessagesHint },
  { value: 'ollama', label: messages.targetForm.ollama, hint: messages.targetForm.ollamaHint },
  { value: 'mcp', label: common.mcpServer, hint: messages.targetForm.listsAndCallsToolsAsAnAgent },
  {
    value: 'websocket_agent',
    label: messages.targetForm.websocketAgent,
    hint: messages.targetForm.oneConnectionPerConversation,
  },
  { value: 'a2a', label: messages.targetForm.agentToAgent, hint: messages.targetForm.agentToAgentMessages },
] as const
const PATHS: Readonly<Partial<Record<Draft['type'], string>>> = {
  openai: messages.targetForm.v1ChatCompletions,
  openai_responses: messages.targetForm.v1Responses,
  anthropic: messages.targetForm.v1Messages,
  ollama: messages.targetForm.apiChat,
  mcp: messages.targetForm.mcp,
  a2a: messages.targetForm.a2aMessage,
}
const SLOTS = [
  ['{{message}}', messages.targetForm.thePrompt],
  ['{{history}}', messages.targetForm.earlierMessages],
  ['{{session_id}}', messages.targetForm.conversationId],
  ['{{uuid}}', messages.targetForm.randomUuid],
  ['{{attachment}}', messages.targetForm.attachedFile],
] as const

/** Target configuration and its request format. */
export function TargetForm({ draft, onChange }: DraftProps) {
  const type = TYPES.find(({ value }) => value === draft.type) ?? TYPES[0]
  const isSocket = draft.type === 'websocket_agent'
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">{messages.targetForm.targetType}</legend>
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
        <Field label={messages.targetForm.baseUrl} help={messages.targetForm.urlWithoutThePath}>
          {(field) => (
            <Input
              {...field}
              required
              inputMode="url"
              placeholder={isSocket ? messages.targetForm.wssAgentExampleCom : messages.targetForm.httpsAgentExampleCom}
              value={draft.baseUrl}
              onChange={(event) => onChange({ baseUrl: event.target.value })}
            />
          )}
        </Field>
        <div className="grid grid-cols-[1fr_auto] gap-2">
          <Field label={messages.targetForm.path}>
            {(field) => (
              <Input
                {...field}
                placeholder={PATHS[draft.type] ?? messages.targetForm.chat}
                value={draft.agentEndpoint}
                onChange={(event) => onChange({ agentEndpoint: event.target.value })}
              />
            )}
          </Field>
          {draft.type === 'http_agent' && (
            <Field label={messages.targetForm.method}>
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
      {isModelApi(draft.type) && (
        <Field label={messages.targetForm.model} help={messages.targetForm.modelNameAsDefinedByTheTarget}>
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
          label={messages.targetForm.requestBody}
          help={messages.targetForm.jsonPlaceholdersAreReplacedIn}
          error={isHit ? undefined : messages.targetForm.theBodyMustContain}
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
        <div className="flex flex-wrap gap-1" role="group" aria-label={messages.targetForm.insertPlaceholder}>
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
      <Field label={messages.targetForm.replyPath} help={messages.targetForm.dotSeparatedNamesAndIndexesEG}>
        {(field) => (
          <Input
            {...field}
            className="font-mono !text-xs"
            placeholder={messages.targetForm.reply}
            spellCheck={false}
            value={draft.responsePath}
            onChange={(event) => onChange({ responsePath: event.target.value })}
          />
        )}
      </Field>
      <Field label={messages.targetForm.toolCallPath} help={messages.targetForm.requiredForAttacksThatAre}>
        {(field) => (
          <Input
            {...field}
            className="font-mono !text-xs"
            placeholder={messages.targetForm.calls}
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
        {phrase(messages.targetForm.targetDetails, {
          hint: (
            <span className="ml-2 font-normal text-muted">{messages.targetForm.optionalImprovesJudgeAccuracy}</span>
          ),
        })}
      </summary>
      <div className="grid gap-4 border-t border-line p-3 md:grid-cols-2">
        <Field label={messages.targetForm.systemPrompt} help={messages.targetForm.repliesThatRepeatThePrompt}>
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
          <Field label={messages.targetForm.canarySecret} help={messages.targetForm.aSecretInThePromptOrDataOfThe}>
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
          <Field label={common.allowedTools} help={messages.targetForm.commaSeparatedToolNames}>
            {(field) => (
              <Input
                {...field}
                value={draft.allowedTools}
                onChange={(event) => onChange({ allowedTools: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Attachments draft={draft} onChange={onChange} />
        <div className="md:col-span-2">
          <Field
            label={messages.targetForm.additionalHeaders}
            help={messages.targetForm.onePerLineAsNameValueValuesAre}
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
