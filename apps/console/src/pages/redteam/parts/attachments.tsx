import { messages } from '../../../messages/redteam/new-run.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ATTACHMENTS, hasTemplate } from './draft.ts'
import type { DraftProps } from './target-form.tsx'
import type { AttachmentKind } from './types.ts'

/** Types of files that the target accepts. */
export function Attachments({ draft, onChange }: DraftProps) {
  const flip = (kind: AttachmentKind): void =>
    onChange({ attachments: draft.attachments.symmetricDifference(new Set([kind])) })
  return (
    <fieldset className="flex flex-col gap-2 md:col-span-2">
      <legend className="text-sm font-medium">{messages.targetForm.attachments}</legend>
      <p className="text-xs text-muted">
        {hasTemplate(draft) ? messages.targetForm.filesNeedASlot : messages.targetForm.attacksAreAlsoSentInFiles}
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {ATTACHMENTS.map((kind) => (
          <Checkbox
            key={kind}
            label={messages.targetForm[kind]}
            checked={draft.attachments.has(kind)}
            onFlip={() => flip(kind)}
          />
        ))}
      </div>
    </fieldset>
  )
}
