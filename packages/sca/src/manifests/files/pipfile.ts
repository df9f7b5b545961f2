import { unread } from '../read/unread.ts'

/** Direct dependencies of a Pipenv project. */
export default unread(
  { name: 'pipfile', names: ['Pipfile'], ecosystem: 'PyPI' },
  'run pipenv lock and commit Pipfile.lock',
)
