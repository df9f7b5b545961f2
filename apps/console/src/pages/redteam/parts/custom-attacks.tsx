import { X } from 'lucide-react'
import { Severity } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { HostileText } from './hostile-text.tsx'
import { useTitles } from './lists.ts'
import type { CustomAttack } from './types.ts'
import { messages } from '../../../messages/redteam/new-run.ts'

interface Props {
  readonly attacks: readonly CustomAttack[]
  readonly onChange: (attacks: readonly CustomAttack[]) => void
}

/** Attacks that are sent verbatim. */
export function CustomAttacks({ attacks, onChange }: Props) {
  const titleOf = useTitles()
  return (
    <ul className="divide-y divide-line rounded-md border border-line" aria-label={messages.customAttacks.fixedAttacks}>
      {attacks.map((attack) => (
        <li key={`${attack.category}${attack.turns.join('\n')}`} className="flex items-start gap-3 p-3 text-sm">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {messages.customAttacks.fixedAttack(titleOf(attack.category))}
              {attack.severity !== undefined && <Severity of={attack.severity} />}
            </p>
            <div className="mt-1 line-clamp-3 text-xs text-muted">
              <HostileText text={attack.turns.join('\n\n')} />
            </div>
          </div>
          <IconButton
            icon={X}
            label={messages.customAttacks.removeThisAttack}
            onClick={() => onChange(attacks.filter((item) => item !== attack))}
          />
        </li>
      ))}
    </ul>
  )
}
