import { unread } from '../read/unread.ts'

/** Direct dependencies of a Mix project: an Elixir program. */
export default unread(
  { name: 'mix-project', names: ['mix.exs'], ecosystem: 'Hex' },
  'run mix deps.get and commit mix.lock',
)
