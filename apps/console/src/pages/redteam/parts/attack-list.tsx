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
import { counted, percent } from './words.ts'

interface Row {
  readonly key: string
  readonly record: AttackRecord
}

interface Props {
  readonly records: readonly AttackRecord[]
  readonly onOpen: (id: string) => void
}

const VERDICTS = ['vulnerable', 'partial', 'defended', 'inconclusive', 'error'] as const

/** Every attack that was made, filtered here: the report is loaded as a whole. */
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
      { id: 'verdict', title: 'Verdict', width: '130px', cell: ({ record }) => <Verdict of={record.verdict} /> },
      category,
      strategy,
      {
        id: 'said',
        title: 'First message',
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
        title: 'Sure',
        number: true,
        width: '72px',
        cell: ({ record }) => percent(record.judge.confidence),
      },
    ]
  }, [titleOf])
  return (
    <Card
      flush
      title={counted(rows.length, 'attack')}
      actions={
        <>
          <Select
            aria-label="Verdict"
            className="!w-auto"
            options={[{ value: '', label: 'All verdicts' }, ...VERDICTS.map((one) => ({ value: one, label: one }))]}
            value={verdict}
            onPick={setVerdict}
          />
          <Input
            type="search"
            aria-label="Search attacks"
            placeholder="Search"
            className="!w-40"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={ListFilter} title="No attack is like that">
          Choose another verdict or other words.
        </EmptyState>
      ) : (
        <DataTable
          label="Attacks"
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
