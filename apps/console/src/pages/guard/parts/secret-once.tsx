import { KeyRound } from 'lucide-react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { messages } from '../../../messages/guard/parts.ts'

/** Shows a secret once; the page does not store it. */
export function SecretOnce({ label, secret }: { readonly label: string; readonly secret: string }) {
  return (
    <div className="rounded-md border border-line bg-accent-soft p-3">
      <p className="flex items-center gap-2 text-sm font-medium text-accent-ink">
        <KeyRound size={16} aria-hidden /> {label}
      </p>
      <div className="mt-2 flex items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs break-all">{secret}</code>
        <CopyButton text={secret} label={messages.secretOnce.copy(label)} />
      </div>
      <p className="mt-2 text-xs text-muted">{messages.secretOnce.copyThisValueNowItCannotBe}</p>
    </div>
  )
}
