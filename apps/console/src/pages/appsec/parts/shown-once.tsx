import { CopyButton } from '../../../ui/copy-button.tsx'
import { messages } from '../../../messages/appsec/organization.ts'

/** Secret that cannot be read again. */
export function ShownOnce({
  label,
  text,
  says,
}: {
  readonly label: string
  readonly text: string
  readonly says: string
}) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>{says}</p>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
        <code aria-label={label} className="min-w-0 flex-1 font-mono text-xs break-all">
          {text}
        </code>
        <CopyButton text={text} label={messages.shownOnce.copy(label)} />
      </div>
      <p className="text-muted">{messages.shownOnce.copyThisValueNowOnlyItsDigest}</p>
    </div>
  )
}
