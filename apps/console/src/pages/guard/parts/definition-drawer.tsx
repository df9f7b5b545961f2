import { GatehouseError } from '@gatehouse/client'
import { Trash2, Undo2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Confirm } from './confirm.tsx'
import { sortProblems } from './definition-problems.ts'
import { DefinitionForm } from './form/definition-form.tsx'
import type { FormSection } from './form/field-spec.ts'
import { useChange } from './use-change.ts'
import { useUnsavedText } from './use-kept-text.ts'
import { useRole } from './use-role.ts'
import { visible } from './visible.ts'
import { WrongLine } from './wrong-line.tsx'
import { readYaml, withChange, yamlOf } from './yaml-text.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/parts.ts'

export interface Definition {
  /** Name of the definition; default: a new definition. */
  readonly name?: string
  /** Suggested name for a new definition. */
  readonly suggested?: string
  readonly value: unknown
}

type Value = Readonly<Record<string, unknown>>

interface Props {
  readonly definition: Definition | undefined
  readonly onClose: () => void
  /** Kind of definition, e.g. "tool policy". */
  readonly what: string
  /** Explains the name and its format. */
  readonly nameHelp: string
  /** Short description of the definition. */
  readonly help: ReactNode
  readonly sections: readonly FormSection[]
  readonly stale: readonly string[]
  /** Maps a path of the service to a path in the definition; default: unchanged. */
  readonly within?: (path: string) => string
  /** Returns whether the name is already in use: a new definition would silently replace it. */
  readonly isTaken?: (name: string) => boolean
  /** Returns an additional sentence for the message after saving. */
  readonly save: (name: string, value: Value, before: unknown) => Promise<string | undefined>
  /** If absent, the definition cannot be removed. */
  readonly remove?: ((name: string) => Promise<unknown>) | undefined
  /** Consequences of the removal. */
  readonly removed?: string
  /** Label of the removal. */
  readonly removal?: string
}

/** Creates, edits, or removes a named definition, as form and text, with problems shown at their locations. */
export function DefinitionDrawer(props: Props) {
  const { definition, onClose, what } = props
  return (
    <Drawer
      wide
      open={definition !== undefined}
      onClose={onClose}
      title={
        definition === undefined
          ? ''
          : definition.name === undefined
            ? messages.definitionDrawer.new(what)
            : visible(definition.name)
      }
    >
      {definition !== undefined && (
        <Form key={definition.name ?? definition.suggested ?? ''} {...props} definition={definition} />
      )}
    </Drawer>
  )
}

function Form(props: Props & { readonly definition: Definition }) {
  const { definition, onClose, what, nameHelp, help, sections, stale, save, within, isTaken, remove } = props
  const { tenantId } = useRole()
  const isNew = definition.name === undefined
  const first = definition.name ?? definition.suggested ?? ''
  const about = `${tenantId} ${what} ${first}`
  const naming = useUnsavedText(`${about}:name`, first)
  const name = naming.text
  const stored = useMemo(() => yamlOf(definition.value), [definition.value])
  const draft = useUnsavedText(about, stored)
  const read = useMemo(() => readYaml(draft.text), [draft.text])
  const finish = (): void => {
    draft.done()
    naming.done()
    onClose()
  }
  const sent = useChange((value: Value) => save(name, value, definition.value), {
    stale,
    said: (warning) =>
      warning === undefined || warning === ''
        ? messages.definitionDrawer.saved(name)
        : messages.definitionDrawer.saved2(name, warning),
    onDone: () => finish(),
  })
  const violations = sent.error instanceof GatehouseError ? sent.error.violations : []
  const problems = sortProblems(
    violations.map(({ path, message }) => ({ path: within?.(path) ?? path, message })),
    read,
    sections,
    isNew,
  )
  const isBroken = read.broken.length > 0
  const current =
    isNew && isTaken?.(name) === true ? messages.definitionDrawer.theNameIsAlreadyInUseOpenThe(what) : undefined
  const type = (text: string): void => {
    sent.reset()
    draft.type(text)
  }
  const discard = (): void => {
    sent.reset()
    draft.discard()
    naming.discard()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBroken && current === undefined) sent.mutate(read.value)
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      {isNew && (
        <Field label={common.name} help={nameHelp} error={current ?? problems.name}>
          {(field) => (
            <Input
              {...field}
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => naming.type(target.value)}
            />
          )}
        </Field>
      )}
      <p className="text-sm text-muted">{help}</p>
      {draft.isBehind && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {messages.definitionDrawer.thisItemWasChangedInThe}
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <DefinitionForm
          sections={sections}
          value={read.value}
          problems={problems.fields}
          readOnly={isBroken}
          onChange={(path, value) => type(withChange(draft.text, path, value))}
        />
        <div className="min-w-0 lg:sticky lg:top-0">
          <CodeEditor
            label={messages.definitionDrawer.yamlOfThe(what)}
            text={draft.text}
            problems={[...read.broken, ...problems.lines]}
            onChange={type}
          />
        </div>
      </div>
      <WrongLine text={sent.error !== null && violations.length === 0 ? explain(sent.error).sentence : undefined} />
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap gap-2 border-t border-line bg-surface px-4 py-3">
        <Button type="submit" look="primary" busy={sent.isPending} disabled={isBroken || current !== undefined}>
          {isNew ? messages.definitionDrawer.create : messages.definitionDrawer.save}
        </Button>
        {draft.isChanged && (
          <Button icon={Undo2} onClick={discard}>
            {messages.definitionDrawer.discardChanges}
          </Button>
        )}
        {!isNew && remove !== undefined && <Remove {...props} remove={remove} name={name} onClose={finish} />}
      </div>
    </form>
  )
}

interface RemoveProps extends Pick<Props, 'onClose' | 'stale' | 'removed' | 'removal'> {
  readonly name: string
  readonly remove: (name: string) => Promise<unknown>
}

function Remove({ name, onClose, stale, remove, removed, removal }: RemoveProps) {
  const [asks, setAsks] = useState(false)
  const closed = useChange((of: string) => remove(of), {
    stale,
    said: () =>
      messages.definitionDrawer.text(
        name,
        removal === undefined ? messages.definitionDrawer.deleted : messages.definitionDrawer.resetToTheDefault,
      ),
    onDone: onClose,
  })
  return (
    <>
      <Button look="danger" icon={Trash2} className="ml-auto" onClick={() => setAsks(true)}>
        {removal ?? common.delete}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={
          removal === undefined
            ? messages.definitionDrawer.delete(visible(name))
            : `${visible(name)}: ${removal.toLowerCase()}?`
        }
        action={removal ?? common.delete}
        busy={closed.isPending}
        error={closed.error}
        onConfirm={() => closed.mutate(name)}
      >
        {removed}
      </Confirm>
    </>
  )
}
