import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

const SAID_MS = 1_500

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [done, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), SAID_MS)
  }
  return <IconButton icon={done ? Check : Copy} label={done ? 'Copied' : label} onClick={() => void copy()} />
}
