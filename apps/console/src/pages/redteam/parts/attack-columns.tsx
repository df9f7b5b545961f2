import { Severity } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import type { AttackRecord } from './types.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/attacks.ts'

/** Columns that identify an attack in all attack lists. */
export function attackColumns<Row extends { readonly record: AttackRecord }>(titleOf: (name: string) => string) {
  return {
    category: {
      id: 'category',
      title: common.category,
      width: 'minmax(170px, 2fr)',
      cell: ({ record }: Row) => <span className="font-medium">{titleOf(record.attack.category)}</span>,
    },
    strategy: {
      id: 'strategy',
      title: messages.attackColumns.strategy,
      width: 'minmax(150px, 2fr)',
      cell: ({ record }: Row) => titleOf(record.attack.strategy),
    },
    severity: {
      id: 'severity',
      title: common.severity,
      width: '110px',
      cell: ({ record }: Row) => <Severity of={record.attack.severity} />,
    },
  } satisfies Readonly<Record<string, Column<Row>>>
}
