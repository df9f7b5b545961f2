import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { messages } from '../messages/ui.ts'

const SAID_MS = 1_500

/** Copies a text to the clipboard, with feedback. */
export function CopyButton({
  text,
  label = messages.copyButton.copy,
}: {
  readonly text: string
  readonly label?: string
}) {
  const [done, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), SAID_MS)
  }
  return (
    <IconButton
      icon={done ? Check : Copy}
      label={done ? messages.copyButton.copied : label}
      onClick={() => void copy()}
    />
  )
}
