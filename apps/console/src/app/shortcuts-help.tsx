import { Dialog } from '../ui/dialog.tsx'
import { GO } from './shortcuts.ts'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Ctrl', 'K'], 'Go to any page'],
  [['?'], 'Show these keys'],
  ...Object.entries(GO).map(([key, { title }]) => [['g', key], `Go to: ${title}`] as const),
  [['↑', '↓'], 'In a table: move between rows'],
  [['Enter'], 'In a table: open the row'],
  [['Space'], 'In a table: select the row'],
  [['Esc'], 'Close what is open'],
]

export function ShortcutsHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 text-sm">
        {KEYS.map(([keys, does]) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-line bg-raised px-1.5 font-mono text-xs leading-5">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
