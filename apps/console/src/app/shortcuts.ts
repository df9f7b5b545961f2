import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { common } from '../messages/common.ts'
import { messages } from '../messages/shell.ts'

/** Shortcuts of two consecutive keys, with their pages. */
export const GO: Readonly<Record<string, { readonly to: string; readonly title: string }>> = {
  o: { to: '/', title: common.overview },
  g: { to: '/guard/playground', title: messages.shortcuts.guardPlayground },
  i: { to: '/guard/approvals', title: common.approvals },
  a: { to: '/appsec/projects', title: messages.shortcuts.appsecProjects },
  r: { to: '/redteam/runs', title: messages.shortcuts.redTeamRuns },
  s: { to: '/sign-in', title: messages.shortcuts.signIn },
}

/** Own limit of the wait for the second key. */
const SECOND_MS = 1_200

interface Handlers {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

/** Registers the global shortcuts, which are inactive in fields and dialogs. */
export function useShortcuts({ onPalette, onHelp }: Handlers): void {
  const navigate = useNavigate()
  useEffect(() => {
    let begun_ms = -Infinity
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') {
        onHelp()
        return
      }
      const goes = event.timeStamp - begun_ms < SECOND_MS ? GO[event.key] : undefined
      begun_ms = goes === undefined && event.key === 'g' ? event.timeStamp : -Infinity
      if (goes !== undefined) void navigate({ to: goes.to })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input,textarea,select,dialog') !== null)
  )
}
