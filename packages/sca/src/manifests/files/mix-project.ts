import { unread } from '../read/unread.ts'

/** What a project of Mix asks for: a program of Elixir. */
export default unread(
  { name: 'mix-project', names: ['mix.exs'], ecosystem: 'Hex' },
  'run mix deps.get and commit mix.lock',
)
