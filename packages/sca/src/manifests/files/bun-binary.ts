import { unread } from '../read/unread.ts'

/** Binary lock file of older bun versions. */
export default unread(
  { name: 'bun-binary', names: ['bun.lockb'], ecosystem: 'npm' },
  'run bun install --save-text-lockfile and commit bun.lock',
)
