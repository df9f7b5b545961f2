import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { BookOpen, Keyboard, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { Modal } from '../ui/modal.tsx'
import { rankOf } from './palette-rank.ts'
import { GROUPS, PAGES } from './pages.ts'
import { chooseTheme } from './theme.ts'
import { common } from '../messages/common.ts'
import { messages } from '../messages/shell.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly onHelp: () => void
}

const groupOf = (path: string): string =>
  GROUPS.find(({ pages }) => pages.some((page) => page.path === path))?.title ?? ''

/** Search dialog for pages and global actions. */
export function CommandPalette({ open, onClose, onHelp }: Props) {
  const navigate = useNavigate()
  const go = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={messages.commandPalette.commandPalette}
      className="appear mx-auto mt-[12vh] mb-auto max-h-[70vh] w-[min(560px,calc(100vw-32px))] overflow-hidden rounded-lg border border-line"
    >
      <Command
        label={messages.commandPalette.searchPagesAndCommands}
        loop
        filter={(_value, search, keywords) => rankOf(search, keywords)}
      >
        <Command.Input placeholder={messages.commandPalette.searchPagesAndCommands2} className="control" />
        <Command.List className="mt-2 max-h-[46vh] overflow-y-auto">
          <Command.Empty className="px-2 py-6 text-center text-sm text-muted">
            {messages.commandPalette.noMatchingPagesOrCommands}
          </Command.Empty>
          {PAGES.filter(({ path }) => !path.includes('$')).map(({ path, title, icon, words = '' }) => (
            <Line
              key={path}
              title={title}
              note={groupOf(path)}
              words={words}
              {...(icon && { icon })}
              onPick={go(() => void navigate({ to: path }))}
            />
          ))}
          <Line
            title={messages.commandPalette.documentation}
            icon={BookOpen}
            onPick={go(() => location.assign('/docs/'))}
          />
          <Line title={messages.commandPalette.lightTheme} icon={Sun} onPick={go(() => chooseTheme('light'))} />
          <Line title={messages.commandPalette.darkTheme} icon={Moon} onPick={go(() => chooseTheme('dark'))} />
          <Line title={messages.commandPalette.systemTheme} icon={Monitor} onPick={go(() => chooseTheme('system'))} />
          <Line title={common.keyboardShortcuts} icon={Keyboard} onPick={go(onHelp)} />
        </Command.List>
      </Command>
    </Modal>
  )
}

interface LineProps {
  readonly title: string
  readonly icon?: LucideIcon
  readonly note?: string
  readonly words?: string
  readonly onPick: () => void
}

function Line({ title, icon: Icon, note = '', words = '', onPick }: LineProps) {
  return (
    <Command.Item
      value={`${note} ${title}`}
      keywords={[title, note, ...words.split(' ')]}
      onSelect={onPick}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm data-[selected=true]:bg-hover"
    >
      {Icon && <Icon size={16} aria-hidden className="text-muted" />}
      {title}
      <span className="ml-auto text-xs text-muted">{note}</span>
    </Command.Item>
  )
}
