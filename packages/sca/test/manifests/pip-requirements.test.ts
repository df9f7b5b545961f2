import { expect, test } from 'vitest'
import { readInventory } from '../../src/inventory/read.ts'
import { memoryTree } from '@gatehouse/testkit/memory-tree'

const FROM_GIT = 'git+https://git.example/team/tool.git@v1#egg=The_Tool[all]&subdirectory=py'

test.each([`-e ${FROM_GIT}`, `--editable ${FROM_GIT}`, `--editable=${FROM_GIT}`, FROM_GIT])(
  '%s is the package that it names',
  async (line) => {
    const { components } = await readInventory(memoryTree({ 'requirements.txt': `${line}\n` }))
    expect(components.map(({ purl }) => purl)).toEqual(['pkg:pypi/the-tool'])
  },
)

test.each(['-e git+https://git.example/team/tool.git', '--editable=svn+ssh://svn.example/tool'])(
  '%s names no package and is reported',
  async (line) => {
    const { components, gaps } = await readInventory(memoryTree({ 'requirements.txt': `${line}\n` }))
    expect(components).toEqual([])
    expect(gaps).toMatchObject([{ reason: 'unparsed', filePath: 'requirements.txt' }])
  },
)

test.each(['-e .', '-e ./tools/own', '--editable ../own[all]'])('%s is code of the project itself', async (line) => {
  const { components, gaps } = await readInventory(memoryTree({ 'requirements.txt': `${line}\n` }))
  expect([components, gaps]).toEqual([[], []])
})
