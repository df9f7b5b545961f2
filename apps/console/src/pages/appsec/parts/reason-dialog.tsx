import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type FindingStatus, numberText, STATUS_NAMES, STATUSES } from './kinds.ts'

/** What exploitability documents state as the reason why something is not affected. */
const JUSTIFICATIONS = [
  { value: '', label: 'Without one' },
  { value: 'component_not_present', label: 'The component is not there' },
  { value: 'vulnerable_code_not_present', label: 'The vulnerable code is not there' },
  { value: 'vulnerable_code_not_in_execute_path', label: 'The vulnerable code is never run' },
  { value: 'vulnerable_code_cannot_be_controlled_by_adversary', label: 'Nobody hostile reaches it' },
  { value: 'inline_mitigations_already_exist', label: 'Something else already prevents it' },
]

interface Props {
  /** Undefined: closed. */
  readonly asked:
    | { readonly ids: readonly string[]; readonly status: FindingStatus; readonly note?: string }
    | undefined
  readonly onClose: () => void
  readonly onSay: (status: FindingStatus, note: string | undefined) => void
  readonly busy?: boolean
}

/** Asks what has become of findings, and why: the reason goes into later scans and the documents. */
export function ReasonDialog({ asked, onClose, onSay, busy = false }: Props) {
  const count = asked?.ids.length ?? 0
  return (
    <Dialog
      open={asked !== undefined}
      onClose={onClose}
      title={count === 1 ? 'Triage this finding' : `Triage ${numberText(count)} findings`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="triage" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      {asked !== undefined && <Form key={asked.status} start={asked} onSay={onSay} />}
    </Dialog>
  )
}

function Form({
  start,
  onSay,
}: {
  readonly start: { readonly status: FindingStatus; readonly note?: string }
  readonly onSay: Props['onSay']
}) {
  const [status, setStatus] = useState(start.status)
  const [justification, setJustification] = useState('')
  const [note, setNote] = useState(start.note ?? '')
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const label = status === 'FALSE_POSITIVE' ? justification : ''
    const text = note.trim()
    const said = label === '' ? text : text === '' ? label : `${label}: ${text}`
    onSay(status, said === '' ? undefined : said)
  }
  return (
    <form id="triage" onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Status">
        {(field) => (
          <Select
            {...field}
            value={status}
            onPick={(value) => setStatus(value as FindingStatus)}
            options={STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))}
          />
        )}
      </Field>
      {status === 'FALSE_POSITIVE' && (
        <Field
          label="Justification"
          help="Stated in the exploitability documents, where the finding is about a package."
        >
          {(field) => <Select {...field} value={justification} onPick={setJustification} options={JUSTIFICATIONS} />}
        </Field>
      )}
      <Field label="Reason" help="For whoever looks at it next. Left empty, what was said before stays.">
        {(field) => (
          <Textarea
            {...field}
            rows={3}
            maxLength={1_900}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </form>
  )
}
