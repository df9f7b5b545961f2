import { Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Drawer } from '../ui/drawer.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Toasts } from '../ui/toast.tsx'
import { CommandPalette } from './command-palette.tsx'
import { Logo } from './logo.tsx'
import { ShortcutsHelp } from './shortcuts-help.tsx'
import { Sidebar } from './sidebar.tsx'
import { useShortcuts } from './shortcuts.ts'
import { messages } from '../messages/shell.ts'

export function Shell() {
  const [opened, setOpened] = useState<'palette' | 'help' | 'menu'>()
  const close = (): void => setOpened(undefined)
  useShortcuts({ onPalette: () => setOpened('palette'), onHelp: () => setOpened('help') })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    setOpened(undefined)
    // Screen readers must continue on the new page, not at the position of the old link.
    main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-strong px-3 py-2 text-sm text-on-accent focus:translate-y-0"
      >
        {messages.shell.skipToMainContent}
      </a>
      <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 border-r border-line bg-surface min-[900px]:block">
        <Sidebar onPalette={() => setOpened('palette')} onHelp={() => setOpened('help')} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-line bg-surface px-2 min-[900px]:hidden">
          <IconButton icon={MenuIcon} label={messages.shell.openMenu} onClick={() => setOpened('menu')} />
          <Logo />
        </header>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-[1280px] flex-1 px-4 py-5 outline-none sm:px-6"
        >
          <Outlet />
        </main>
      </div>
      <Drawer side="left" open={opened === 'menu'} onClose={close} title={messages.shell.menu}>
        <div className="-m-4">
          <Sidebar onPalette={() => setOpened('palette')} onHelp={() => setOpened('help')} />
        </div>
      </Drawer>
      <CommandPalette open={opened === 'palette'} onClose={close} onHelp={() => setOpened('help')} />
      <ShortcutsHelp open={opened === 'help'} onClose={close} />
      <Toasts />
    </div>
  )
}
