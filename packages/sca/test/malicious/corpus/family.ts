import type { Draw } from './draw.ts'

/** One way to attack, or one innocent thing that looks like it. */
export interface Family {
  readonly name: string
  readonly isAttack: boolean
  /** Written to be looked at once, after the rules were settled. */
  readonly isHeld: boolean
  readonly syntax: 'js' | 'python' | 'shell'
  /** Whether it runs at install. */
  readonly runsAtInstall: boolean
  readonly make: (draw: Draw) => string
}

type Kind = 'js' | 'python' | 'shell' | 'js at install' | 'python at install'

/** Families from a table of names and makers. */
export function families(
  group: { readonly isAttack: boolean; readonly isHeld: boolean },
  table: Readonly<Record<string, readonly [kind: Kind, make: (draw: Draw) => string]>>,
): readonly Family[] {
  return Object.entries(table).map(([name, [kind, make]]) => {
    const syntax = kind.startsWith('js') ? 'js' : kind.startsWith('python') ? 'python' : 'shell'
    return { name, ...group, syntax, runsAtInstall: kind === 'shell' || kind.endsWith('install'), make }
  })
}
