import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.tsx'
import { messages } from '../messages/ui.ts'

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'bad'
}

const SHOWN_MS = 6_000
const SHOWN_MAX = 4
let shown: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(to: readonly Toast[]): void {
  shown = to
  for (const tell of listeners) tell()
}

/** Shows a notification in a corner. Errors stay until closed. */
export function toast(text: string, tone: Toast['tone'] = 'ok'): void {
  const id = ++last
  change([...shown, { id, text, tone }].slice(-SHOWN_MAX))
  if (tone === 'ok') setTimeout(() => close(id), SHOWN_MS)
}

function close(id: number): void {
  change(shown.filter((item) => item.id !== id))
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Container of notifications; once, in the shell. */
export function Toasts() {
  const toasts = useSyncExternalStore(listen, () => shown)
  return (
    <div aria-live="polite" className="fixed right-4 bottom-4 z-50 flex w-[min(360px,calc(100vw-32px))] flex-col gap-2">
      {toasts.map(({ id, text, tone }) => (
        <div
          key={id}
          className="appear flex items-start gap-2 rounded-lg border border-line bg-surface py-1 pr-1 pl-3 text-sm shadow-pop"
        >
          {tone === 'ok' ? (
            <CircleCheck size={16} aria-hidden className="mt-2 shrink-0 text-ok" />
          ) : (
            <TriangleAlert size={16} aria-hidden className="mt-2 shrink-0 text-bad" />
          )}
          <p className="flex-1 py-1.5">{text}</p>
          <IconButton icon={X} label={messages.toast.dismissNotification} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  )
}
