import { Dialog } from '../ui/dialog.tsx'
import { GO } from './shortcuts.ts'
import { common } from '../messages/common.ts'
import { messages } from '../messages/shell.ts'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[messages.shortcutsHelp.ctrl, 'K'], messages.shortcutsHelp.openTheCommandPalette],
  [['?'], messages.shortcutsHelp.showKeyboardShortcuts],
  ...Object.entries(GO).map(([key, { title }]) => [['g', key], messages.shortcutsHelp.goTo(title)] as const),
  [['↑', '↓'], messages.shortcutsHelp.moveBetweenTableRows],
  [[messages.shortcutsHelp.enter], messages.shortcutsHelp.openTheSelectedRow],
  [[messages.shortcutsHelp.space], messages.shortcutsHelp.selectTheRow],
  [[messages.shortcutsHelp.esc], messages.shortcutsHelp.closeTheDialogOrDrawer],
]

export function ShortcutsHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={common.keyboardShortcuts}>
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
