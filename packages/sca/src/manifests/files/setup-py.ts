import { unread } from '../read/unread.ts'

/** What a project of setuptools asks for: a program of Python. */
export default unread(
  { name: 'setup-py', names: ['setup.py'], ecosystem: 'PyPI' },
  'run pip freeze and commit requirements.txt',
)
