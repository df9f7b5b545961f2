import { Link, useRouterState } from '@tanstack/react-router'
import { BookOpen, CircleUserRound, Keyboard, Monitor, Moon, Search, Sun } from 'lucide-react'
import { useSession } from '../api/session.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Logo } from './logo.tsx'
import { GROUPS } from './pages.ts'
import { ENTRY, SidebarGroup } from './sidebar-group.tsx'
import { chooseTheme, type Theme, THEMES, useTheme } from './theme.ts'
import { common } from '../messages/common.ts'
import { messages } from '../messages/shell.ts'
import { phrase } from '../ui/phrase.tsx'

interface Props {
  readonly onPalette: () => void
  readonly onHelp: () => void
}

/** Returns the first segment of a path. */
const areaOf = (path: string): string => path.split('/')[1] ?? ''

export function Sidebar({ onPalette, onHelp }: Props) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-12 items-center px-4 max-[899px]:hidden">
        <Logo />
      </div>
      <div className="px-3 pb-2 max-[899px]:pt-3">
        <button
          type="button"
          onClick={onPalette}
          className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-canvas px-2 text-sm text-muted hover:text-ink"
        >
          <Search size={14} aria-hidden />
          {phrase(messages.sidebar.goTo, {
            key: (
              <kbd className="ml-auto rounded-sm border border-line bg-surface px-1 font-mono text-[11px]">
                {messages.sidebar.ctrlK}
              </kbd>
            ),
          })}
        </button>
      </div>
      <nav aria-label={messages.sidebar.main} className="min-h-0 flex-1 overflow-y-auto">
        {/* Padding of the box that scrolls would lift its sticky headings over the entries. */}
        <div className="px-3 pb-3">
          {GROUPS.map(({ title, pages }, at) => (
            <SidebarGroup
              key={title}
              title={title}
              pages={pages}
              before={Math.max(0, at - 1)}
              after={GROUPS.length - 1 - at}
              current={areaOf(pages[0]?.path ?? '') === areaOf(path) ? path : undefined}
            />
          ))}
          <a href="/docs/" className={ENTRY}>
            <BookOpen size={16} aria-hidden />
            {messages.sidebar.docs}
          </a>
        </div>
      </nav>
      <Footer onHelp={onHelp} />
    </div>
  )
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const
const THEME_NAMES = {
  system: messages.sidebar.system,
  light: messages.sidebar.light,
  dark: messages.sidebar.dark,
} as const

function Footer({ onHelp }: { readonly onHelp: () => void }) {
  const theme = useTheme()
  const { data } = useSession()
  const name = data?.appsec.account?.user.name ?? common.account
  return (
    <div className="flex items-center gap-1 border-t border-line px-3 py-2">
      <Link to="/sign-in" className={`${ENTRY} min-w-0 flex-1`} activeProps={{ className: '!text-ink' }}>
        <CircleUserRound size={16} aria-hidden className="shrink-0" />
        <span className="truncate">{name}</span>
      </Link>
      <Menu
        trigger={<IconButton icon={THEME_ICONS[theme]} label={messages.sidebar.theme(THEME_NAMES[theme])} />}
        items={THEMES.map((item: Theme) => ({
          label: THEME_NAMES[item],
          icon: THEME_ICONS[item],
          onPick: () => chooseTheme(item),
        }))}
      />
      <IconButton icon={Keyboard} label={common.keyboardShortcuts} onClick={onHelp} />
    </div>
  )
}
