import { useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type FindingStatus, STATUS_NAMES, STATUSES } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/findings.ts'

/** VEX justifications for an unaffected status. */
const JUSTIFICATIONS = [
  { value: '', label: messages.reasonDialog.noJustification },
  { value: 'component_not_present', label: messages.reasonDialog.componentNotPresent },
  { value: 'vulnerable_code_not_present', label: messages.reasonDialog.vulnerableCodeNotPresent },
  { value: 'vulnerable_code_not_in_execute_path', label: messages.reasonDialog.vulnerableCodeNotInExecutePath },
  {
    value: 'vulnerable_code_cannot_be_controlled_by_adversary',
    label: messages.reasonDialog.notControllableByAnAttacker,
  },
  { value: 'inline_mitigations_already_exist', label: messages.reasonDialog.inlineMitigationsExist },
]

interface Props {
  /** Undefined if closed. */
  readonly asked:
    | { readonly ids: readonly string[]; readonly status: FindingStatus; readonly note?: string }
    | undefined
  readonly onClose: () => void
  readonly onSay: (status: FindingStatus, note: string | undefined) => void
  readonly busy?: boolean
}

/** Dialog for the status of findings and a reason, which later scans and documents include. */
export function ReasonDialog({ asked, onClose, onSay, busy = false }: Props) {
  const count = asked?.ids.length ?? 0
  return (
    <Dialog
      open={asked !== undefined}
      onClose={onClose}
      title={messages.reasonDialog.triageFindings(count)}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" form="triage" busy={busy}>
            {messages.reasonDialog.saveTriage}
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
    const message = label === '' ? text : text === '' ? label : `${label}: ${text}`
    onSay(status, message === '' ? undefined : message)
  }
  return (
    <form id="triage" onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={common.status}>
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
        <Field label={messages.reasonDialog.justification} help={messages.reasonDialog.includedInVexDocumentsFor}>
          {(field) => <Select {...field} value={justification} onPick={setJustification} options={JUSTIFICATIONS} />}
        </Field>
      )}
      <Field label={messages.reasonDialog.note} help={messages.reasonDialog.visibleToOtherReviewersLeave}>
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
