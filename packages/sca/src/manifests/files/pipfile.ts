import { unread } from '../read/unread.ts'

/** What a project of Pipenv asks for. */
export default unread(
  { name: 'pipfile', names: ['Pipfile'], ecosystem: 'PyPI' },
  'run pipenv lock and commit Pipfile.lock',
)
