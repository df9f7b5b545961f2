import { unread } from '../read/unread.ts'

/** Direct dependencies of a setuptools project: a Python program. */
export default unread(
  { name: 'setup-py', names: ['setup.py'], ecosystem: 'PyPI' },
  'run pip freeze and commit requirements.txt',
)
