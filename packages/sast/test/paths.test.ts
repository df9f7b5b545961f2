import { expect, test } from 'vitest'
import { pathTest } from '../src/report/selection.ts'

/** Included globs, excluded globs, matching paths and other paths. */
type Row = readonly [readonly string[], readonly string[], readonly string[], readonly string[]]

test.each<Row>([
  [[], [], ['a.py', 'b/c.py'], []],
  [['*.conf'], [], ['a.conf', 'b/c.conf'], ['a.CONF', 'a.conf.js', 'a.js']],
  [['sites/*'], [], ['sites/a', 'etc/sites/a'], ['a', 'websites/a']],
  [['src/**/*.ts'], [], ['src/a.ts', 'src/b/c/a.ts', 'x/src/a.ts'], ['src/a.js', 'a.ts']],
  [['project/tests'], [], ['project/tests/a.py', 'project/tests/b/a.py'], ['project/a.py', 'tests/a.py']],
  [['/src'], [], ['src/a.py'], ['b/src/a.py']],
  [['**/b/*.py'], [], ['b/a.py', 'a/b/a.py'], ['b/c/a.py']],
  [['./src/a.py'], [], ['src/a.py'], ['src/b.py']],
  [['!a.py'], [], ['!a.py'], ['a.py', 'b.py']],
  [['src'], ['*_test.py'], ['src/a.py'], ['src/a_test.py', 'a.py']],
  [[], ['docs', '*.min.js'], ['a.js'], ['docs/a.js', 'a.min.js', 'b/docs/a.js']],
])('include %j, exclude %j', (include, exclude, wanted, others) => {
  const isFor = pathTest({ include, exclude })
  expect(wanted.filter((path) => !isFor(path))).toEqual([])
  expect(others.filter((path) => isFor(path))).toEqual([])
})
