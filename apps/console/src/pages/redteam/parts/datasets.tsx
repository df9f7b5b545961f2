import { FileText, X } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../messages/redteam/new-run.ts'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { DraftProps } from './target-form.tsx'
import type { Dataset } from './types.ts'

/** Of all files together: the service accepts requests up to 1 MiB, and JSON escapes make texts longer. */
const CHARS_MAX = 800_000
const FILES_MAX = 20

/** Files of attacks, one per row or line. */
export function Datasets({ draft, onChange }: DraftProps) {
  const [error, setError] = useState<string>()
  const add = async (files: FileList | null): Promise<void> => {
    try {
      const read = (await Promise.all([...(files ?? [])].map(readDataset))).filter(
        ({ content }) => content.trim() !== '',
      )
      const names = new Set(read.map(({ name }) => name))
      const datasets = [...draft.datasets.filter(({ name }) => !names.has(name)), ...read]
      if (datasets.length > FILES_MAX) return setError(messages.datasets.tooManyFiles(FILES_MAX))
      if (lengthOf(datasets) > CHARS_MAX) return setError(messages.datasets.filesTooLarge)
      setError(undefined)
      onChange({ datasets })
    } catch {
      setError(messages.datasets.notText)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={messages.datasets.datasets} help={messages.datasets.csvJsonJsonlOrText} error={error}>
        {(field) => (
          <input
            {...field}
            type="file"
            multiple
            accept=".csv,.json,.jsonl,.ndjson,.txt"
            className="control"
            onChange={({ target }) => {
              void add(target.files).finally(() => {
                target.value = ''
              })
            }}
          />
        )}
      </Field>
      {draft.datasets.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line" aria-label={messages.datasets.datasets}>
          {draft.datasets.map(({ name, content }) => (
            <li key={name} className="flex items-center gap-3 px-3 py-1.5 text-sm">
              <FileText size={16} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
              <span className="text-muted tabular-nums">
                {messages.datasets.characters(content.length.toLocaleString('en'))}
              </span>
              <IconButton
                icon={X}
                label={messages.datasets.removeDataset(name)}
                onClick={() => onChange({ datasets: draft.datasets.filter((item) => item.name !== name) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** @throws {TypeError} if the file is not UTF-8 text */
async function readDataset(file: File): Promise<Dataset> {
  if (file.size > CHARS_MAX * 4) return { name: file.name, content: '.'.repeat(CHARS_MAX + 1) }
  const content = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  return { name: file.name, content }
}

function lengthOf(datasets: readonly Dataset[]): number {
  return new TextEncoder().encode(JSON.stringify(datasets)).length
}
