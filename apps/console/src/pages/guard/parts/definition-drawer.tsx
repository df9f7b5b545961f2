import { GatehouseError } from '@gatehouse/client'
import { Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Confirm } from './confirm.tsx'
import { useChange } from './use-change.ts'
import { visible } from './visible.ts'
import { WrongLine } from './wrong-line.tsx'
import { readYaml, yamlOf } from './yaml-text.ts'

export interface Definition {
  /** Under which it is kept; absent: a new one, which is given a name. */
  readonly name?: string
  readonly value: unknown
}

interface Props {
  readonly definition: Definition | undefined
  readonly onClose: () => void
  /** What it is, e.g. "tool policy". */
  readonly what: string
  /** What its name is, and how it may look. */
  readonly nameHelp: string
  /** What can be written, in a sentence or two. */
  readonly help: ReactNode
  readonly stale: readonly string[]
  /** A sentence that is worth saying beside that it is saved. */
  readonly save: (name: string, value: Readonly<Record<string, unknown>>) => Promise<string | undefined>
  readonly remove: (name: string) => Promise<unknown>
  readonly removed: string
  /** Shown before the text, for one that is there. */
  readonly children?: ReactNode
}

/** Something that is kept under a name, as text: changed, made or removed, with problems at their lines. */
export function DefinitionDrawer(props: Props) {
  const { definition, onClose, what } = props
  return (
    <Drawer
      open={definition !== undefined}
      onClose={onClose}
      title={definition === undefined ? '' : definition.name === undefined ? `New ${what}` : visible(definition.name)}
    >
      {definition !== undefined && <Form key={definition.name ?? ''} {...props} definition={definition} />}
    </Drawer>
  )
}

function Form({
  definition,
  onClose,
  what,
  nameHelp,
  help,
  stale,
  save,
  remove,
  removed,
  children,
}: Props & { readonly definition: Definition }) {
  const [name, setName] = useState(definition.name ?? '')
  const [text, setText] = useState(() => yamlOf(definition.value))
  const [asks, setAsks] = useState(false)
  const read = useMemo(() => readYaml(text), [text])
  const sent = useChange((value: Readonly<Record<string, unknown>>) => save(name, value), {
    stale,
    said: (warning) => (warning === undefined || warning === '' ? `${name} is saved.` : `${name} is saved. ${warning}`),
    onDone: onClose,
  })
  const gone = useChange((of: string) => remove(of), { stale, said: () => `${name} is removed.`, onDone: onClose })
  const told = sent.error instanceof GatehouseError ? sent.error.violations : []
  const problems = [
    ...read.broken,
    // The path begins with the names above the text, if with anything: the text has the rest.
    ...told.map(({ path, message }) => {
      const steps = path.split('.')
      const at = Math.max(1, ...steps.map((_, from) => read.lineOf(steps.slice(from))))
      return { line: at, message: path === '' ? message : `${path}: ${message}` }
    }),
  ]
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    sent.mutate(read.value)
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      {definition.name === undefined && (
        <Field label="Name" help={nameHelp}>
          {(field) => (
            <Input {...field} required maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
      )}
      {children}
      <div className="text-sm text-muted">{help}</div>
      <CodeEditor
        label={`The ${what} as YAML`}
        text={text}
        problems={problems}
        onChange={(to) => {
          sent.reset()
          setText(to)
        }}
      />
      <WrongLine text={sent.error !== null && told.length === 0 ? explain(sent.error).sentence : undefined} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={sent.isPending} disabled={read.broken.length > 0}>
          {definition.name === undefined ? 'Create' : 'Save'}
        </Button>
        {definition.name !== undefined && (
          <Button look="danger" icon={Trash2} className="ml-auto" onClick={() => setAsks(true)}>
            Remove
          </Button>
        )}
      </div>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={`Remove ${visible(name)}?`}
        action="Remove"
        busy={gone.isPending}
        error={gone.error}
        onConfirm={() => gone.mutate(name)}
      >
        {removed}
      </Confirm>
    </form>
  )
}
