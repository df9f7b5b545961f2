import { Play, Share2 } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type Draft, type GuardInfo, textStageOf, wrongJson } from './attempt.ts'
import { GuardPicker } from './guard-picker.tsx'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/playground.ts'

interface Props {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly guards: readonly GuardInfo[]
  readonly busy: boolean
  readonly onSend: () => void
  readonly onShare: () => void
}

export function DraftForm({ draft, onChange, guards, busy, onSend, onShare }: Props) {
  const wrong = wrongIn(draft)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (wrong === undefined) onSend()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && wrong === undefined && !busy) onSend()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys typed in its fields come through here
    <form onSubmit={onSubmit} onKeyDown={onKey} className="flex flex-col gap-4">
      <ContentFields draft={draft} onChange={onChange} />
      <CallerFields draft={draft} onChange={onChange} />
      {draft.kind !== 'tool' && <GuardPicker draft={draft} onChange={onChange} guards={guards} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" icon={Play} busy={busy} disabled={wrong !== undefined}>
          {messages.draftForm.check}
        </Button>
        <Button icon={Share2} onClick={onShare} disabled={wrong !== undefined}>
          {messages.draftForm.copyAsCurl}
        </Button>
        <span className="text-xs text-muted">{wrong ?? messages.draftForm.ctrlEnterAlsoRunsTheCheck}</span>
      </div>
    </form>
  )
}

/** Returns what is missing before the draft can be sent. */
function wrongIn(draft: Draft): string | undefined {
  const { kind, prompt, output, file, tool, args, own, settings } = draft
  if (kind === 'prompt' && prompt === '') return messages.draftForm.enterAPrompt
  if (kind === 'output' && output === '') return messages.draftForm.enterAnAnswer
  if (kind === 'file' && file === undefined) return messages.draftForm.selectAFile
  if (kind === 'tool' && tool === '') return messages.draftForm.enterAToolName
  if (kind === 'tool' && wrongJson(args) !== undefined) return messages.draftForm.theArgumentsAreNotAValidJson
  if (kind !== 'tool' && own && wrongJson(settings[textStageOf(draft)]) !== undefined)
    return messages.draftForm.theSettingsAreNotAValidJson
  return undefined
}

type Part = Pick<Props, 'draft' | 'onChange'>

function ContentFields({ draft, onChange }: Part) {
  switch (draft.kind) {
    case 'prompt':
      return (
        <Field label={messages.draftForm.prompt} help={messages.draftForm.textFromTheUserToTheModel}>
          {(field) => (
            <Textarea
              {...field}
              rows={8}
              value={draft.prompt}
              placeholder={messages.draftForm.ignoreAllPreviousInstructions}
              onChange={(event) => onChange({ prompt: event.target.value })}
            />
          )}
        </Field>
      )
    case 'output':
      return (
        <Field label={messages.draftForm.answer} help={messages.draftForm.textFromTheModelOrATool}>
          {(field) => (
            <Textarea
              {...field}
              rows={8}
              value={draft.output}
              placeholder={messages.draftForm.theCustomersCardIs411111111111}
              onChange={(event) => onChange({ output: event.target.value })}
            />
          )}
        </Field>
      )
    case 'file':
      return (
        <Field
          label={messages.draftForm.file}
          help={
            draft.file === undefined
              ? messages.draftForm.documentSpreadsheetEmailWeb
              : messages.draftForm.bytes(draft.file.name, draft.file.size.toLocaleString())
          }
        >
          {(field) => (
            <input
              {...field}
              type="file"
              className="control"
              onChange={({ target }) => onChange({ file: target.files?.[0] })}
            />
          )}
        </Field>
      )
    case 'tool':
    default:
      return <Tool draft={draft} onChange={onChange} />
  }
}

function Tool({ draft, onChange }: Part) {
  return (
    <>
      <Field label={common.tool}>
        {(field) => (
          <Input
            {...field}
            value={draft.tool}
            placeholder={common.refund}
            onChange={({ target }) => onChange({ tool: target.value })}
          />
        )}
      </Field>
      <Field label={common.arguments} help={messages.draftForm.aJsonObject} error={wrongJson(draft.args)}>
        {(field) => (
          <Textarea
            {...field}
            code
            rows={6}
            spellCheck={false}
            value={draft.args}
            onChange={({ target }) => onChange({ args: target.value })}
          />
        )}
      </Field>
    </>
  )
}

const WHO = [
  ['agent', common.agent, 'support-bot'],
  ['role', common.role, 'manager'],
  ['session', messages.draftForm.session, 'ticket-4711'],
] as const

function CallerFields({ draft, onChange }: Part) {
  const shown = WHO.filter(([name]) => name !== 'agent' || draft.kind === 'tool')
  return (
    <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(140px,1fr))]">
      {shown.map(([name, label, placeholder]) => (
        <Field
          key={name}
          label={
            <>
              {label} <span className="font-normal text-muted">{messages.draftForm.optional}</span>
            </>
          }
        >
          {(field) => (
            <Input
              {...field}
              value={draft[name]}
              placeholder={placeholder}
              onChange={({ target }) => onChange({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
