import { ListFilter } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Verdict } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { attackColumns } from './attack-columns.tsx'
import { useTitles } from './lists.ts'
import type { AttackRecord } from './types.ts'
import { percent } from './words.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/redteam/attacks.ts'
import { choicesOf } from '../../../ui/words.ts'

interface Row {
  readonly key: string
  readonly record: AttackRecord
}

interface Props {
  readonly records: readonly AttackRecord[]
  readonly onOpen: (id: string) => void
}

const VERDICTS = ['vulnerable', 'partial', 'defended', 'inconclusive', 'error'] as const

/** Lists all attacks, filtered locally because the report is loaded completely. */
export function AttackList({ records, onOpen }: Props) {
  const titleOf = useTitles()
  const [verdict, setVerdict] = useState('')
  const [search, setSearch] = useState('')
  const rows = useMemo(
    () => rowsOf(records, verdict, search.trim().toLowerCase(), titleOf),
    [records, verdict, search, titleOf],
  )
  const columns = useMemo((): readonly Column<Row>[] => {
    const { category, strategy, severity } = attackColumns<Row>(titleOf)
    return [
      { id: 'verdict', title: common.verdict, width: '130px', cell: ({ record }) => <Verdict of={record.verdict} /> },
      category,
      strategy,
      {
        id: 'said',
        title: messages.attackList.firstMessage,
        width: 'minmax(200px, 3fr)',
        cell: ({ record }) => (
          <bdi dir="auto" className="text-muted">
            {record.attack.turns[0]?.slice(0, 120)}
          </bdi>
        ),
      },
      severity,
      {
        id: 'sure',
        title: messages.attackList.confidence,
        number: true,
        width: '72px',
        cell: ({ record }) => percent(record.judge.confidence),
      },
    ]
  }, [titleOf])
  return (
    <Card
      flush
      title={messages.attackList.attacks(rows.length)}
      actions={
        <>
          <Select
            aria-label={common.verdict}
            className="!w-auto"
            options={[{ value: '', label: messages.attackList.allVerdicts }, ...choicesOf(VERDICTS)]}
            value={verdict}
            onPick={setVerdict}
          />
          <Input
            type="search"
            aria-label={messages.attackList.searchAttacks}
            placeholder={messages.attackList.search}
            className="!w-40"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={ListFilter} title={messages.attackList.noMatchingAttacks}>
          {messages.attackList.changeTheVerdictFilterOrThe}
        </EmptyState>
      ) : (
        <DataTable
          label={common.attacks}
          rows={rows}
          columns={columns}
          idOf={({ key }) => key}
          onOpen={({ record }) => onOpen(record.attack.id)}
        />
      )}
    </Card>
  )
}

function rowsOf(
  records: readonly AttackRecord[],
  verdict: string,
  words: string,
  titleOf: (name: string) => string,
): readonly Row[] {
  const hasWords = ({ attack, response }: AttackRecord): boolean =>
    words === '' ||
    [attack.id, titleOf(attack.category), titleOf(attack.strategy), ...attack.turns, response ?? ''].some((text) =>
      text.toLowerCase().includes(words),
    )
  return records.flatMap((record, at) =>
    (verdict === '' || record.verdict === verdict) && hasWords(record) ? [{ key: String(at), record }] : [],
  )
}
