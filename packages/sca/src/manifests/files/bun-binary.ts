import { unread } from '../read/unread.ts'

/** The binary lock file that bun wrote before it had one of text. */
export default unread(
  { name: 'bun-binary', names: ['bun.lockb'], ecosystem: 'npm' },
  'run bun install --save-text-lockfile and commit bun.lock',
)
