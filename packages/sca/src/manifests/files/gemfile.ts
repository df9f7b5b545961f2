import { unread } from '../read/unread.ts'

/** What a project of Bundler asks for: a program of Ruby. */
export default unread(
  { name: 'gemfile', names: ['Gemfile', 'gems.rb'], ecosystem: 'RubyGems' },
  'run bundle lock and commit Gemfile.lock',
)
