import { unread } from '../read/unread.ts'

/** Direct dependencies of a Bundler project: a Ruby program. */
export default unread(
  { name: 'gemfile', names: ['Gemfile', 'gems.rb'], ecosystem: 'RubyGems' },
  'run bundle lock and commit Gemfile.lock',
)
