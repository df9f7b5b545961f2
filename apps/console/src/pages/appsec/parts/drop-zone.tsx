import { FileArchive, FileUp, X } from 'lucide-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { explain } from '../../../api/explain.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type ChosenSource, sourceOfDrop, sourceOfFiles } from './chosen-source.ts'
import { bytesText } from './kinds.ts'
import { messages } from '../../../messages/appsec/scans.ts'

interface Props {
  readonly chosen: ChosenSource | undefined
  readonly onChoose: (source: ChosenSource | undefined) => void
}

/** Accepts an archive, files, or a folder. Files are packed in the browser. */
export function DropZone({ chosen, onChoose }: Props) {
  const [isOver, setIsOver] = useState(false)
  const [error, setError] = useState<string>()
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const id = useId()
  const chose = (chosenSource: ChosenSource): void => {
    setError(undefined)
    onChoose(chosenSource)
  }
  const take = (source: Promise<ChosenSource>): void => {
    const sayWhy = (thrown: unknown): void => setError(explain(thrown).sentence)
    source.then(chose, sayWhy)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    take(sourceOfDrop(event.dataTransfer))
  }
  const onPick = (list: FileList | null): void => {
    if (list !== null && list.length > 0) take(Promise.try(() => sourceOfFiles([...list])))
  }
  return (
    <div className="flex flex-col gap-2">
      <div
        role="group"
        aria-labelledby={id}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={cx(
          'flex flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-8 text-center transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-edge bg-raised',
        )}
      >
        <FileUp size={22} aria-hidden className="mb-1 text-accent-ink" />
        <p id={id} className="font-medium">
          {messages.dropZone.dropAnArchiveFilesOrAFolder}
        </p>
        <p className="text-sm text-muted">{messages.dropZone.zipTarOrTarGzUpTo512MibFiles}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <Button onClick={() => files.current?.click()}>{messages.dropZone.selectFiles}</Button>
          <Button onClick={() => folder.current?.click()}>{messages.dropZone.selectFolder}</Button>
        </div>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={messages.dropZone.filesToScan}
          onChange={(event) => onPick(event.target.files)}
        />
        <input
          ref={folder}
          type="file"
          hidden
          aria-label={messages.dropZone.folderToScan}
          {...{ webkitdirectory: '' }}
          onChange={(event) => onPick(event.target.files)}
        />
      </div>
      {error !== undefined && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      {chosen !== undefined && (
        <div className="flex items-center gap-3 rounded-md border border-line px-3 py-1.5 text-sm">
          <FileArchive size={16} aria-hidden className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate font-medium">{chosen.file.name}</span>
          <span className="text-muted tabular-nums">
            {chosen.files !== undefined && `${messages.dropZone.files(chosen.files)}, `}
            {bytesText(chosen.file.size)}
          </span>
          <IconButton icon={X} label={messages.dropZone.remove} onClick={() => onChoose(undefined)} />
        </div>
      )}
    </div>
  )
}
