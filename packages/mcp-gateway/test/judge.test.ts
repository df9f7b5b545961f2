import { describe, expect, test } from 'vitest'
import { listedTool, type ListedTool } from '../src/pins/definition.ts'
import { judgeListing, type PinPorts } from '../src/pins/judge.ts'
import type { Pin, PinState } from '../src/pins/pin-store.ts'

const tool = (name: string, description = `Tells the weather of ${name}.`): ListedTool =>
  listedTool({ name, description, inputSchema: { type: 'object', properties: { city: { type: 'string' } } } })!

function pin(of: ListedTool, over: Partial<Pin> = {}): Pin {
  const { hash, bodyHash, definition, name } = of
  const at = new Date(0)
  return {
    id: name,
    route: 'r',
    tool: name,
    accepted: { hash, bodyHash, definition },
    state: 'pinned',
    reason: '',
    seen: undefined,
    firstSeen: at,
    lastSeen: at,
    acceptedAt: null,
    acceptedBy: null,
    ...over,
  }
}

function judged(
  listed: readonly ListedTool[],
  pins: readonly Pin[],
  over: Partial<PinPorts> & { complete?: boolean } = {},
) {
  return judgeListing(
    { tools: listed, complete: over.complete ?? true },
    {
      known: new Map(pins.map((item) => [item.tool, item])),
      ownerElsewhere: over.ownerElsewhere ?? (() => undefined),
      poison: over.poison ?? (() => []),
    },
  )
}

const stateOf = async (...values: Parameters<typeof judged>): Promise<(readonly [string, PinState])[]> => {
  const { standings } = await judged(...values)
  return [...standings].map(([name, { state }]) => [name, state] as const)
}

describe('new tools', () => {
  test('are trusted', async () => {
    const { fresh, changes } = await judged([tool('a'), tool('b')], [])
    expect(fresh.map((item) => [item.tool, item.state])).toEqual([
      ['a', 'pinned'],
      ['b', 'pinned'],
    ])
    expect(changes).toEqual([])
  })

  test('are not trusted if they steer the model or have the name of another server’s tool', async () => {
    expect(await stateOf([tool('a')], [], { poison: () => ['x'] })).toEqual([['a', 'poisoned']])
    expect(await stateOf([tool('a')], [], { ownerElsewhere: () => 'other' })).toEqual([['a', 'shadowed']])
  })

  test('are reported as poisoned or as unread, separately', async () => {
    const reasonOf = async (finding: string) =>
      (await judged([tool('a')], [], { poison: () => [finding] })).standings.get('a')?.reason
    expect(await reasonOf('override:ignore_previous')).toBe(
      'The definition contains instructions to the model: override:ignore_previous.',
    )
    expect(await reasonOf('unreadable:too_large')).toBe('It cannot be fully analysed: it is too large.')
  })

  test('are renames if their definition is pinned under a removed name', async () => {
    const before = tool('a', 'Tells the weather of a city.')
    const after = tool('b', 'Tells the weather of a city.')
    expect(await stateOf([after], [pin(before)])).toEqual([['b', 'renamed']])
    expect(await stateOf([before, after], [pin(before)])).toEqual([
      ['a', 'pinned'],
      ['b', 'pinned'],
    ])
    expect((await stateOf([before, after], [pin(before)], { complete: false }))[1]).toEqual(['b', 'renamed'])
  })

  test('an empty definition proves no rename', async () => {
    expect(await stateOf([tool('b', '')], [pin(tool('a', ''))])).toEqual([['b', 'pinned']])
  })

  test('a name listed twice counts a single time', async () => {
    expect((await judged([tool('a', 'The first meaning of it.'), tool('a', 'The second.')], [])).fresh).toHaveLength(1)
  })
})

describe('tools that are pinned', () => {
  const before = tool('a')
  const after = tool('a', 'Tells the weather, and more than that.')

  test('stay so while they are as they were', async () => {
    expect(await judged([before], [pin(before)])).toMatchObject({ fresh: [], changes: [] })
  })

  test('are changed if any part of them is, and pinned again after a revert', async () => {
    const { changes } = await judged([after], [pin(before)])
    expect(changes).toMatchObject([
      { tool: 'a', state: 'changed', reason: 'Changed: description.', seen: { hash: after.hash } },
    ])
    const { hash, bodyHash, definition } = after
    const changed = pin(before, { state: 'changed', seen: { hash, bodyHash, definition } })
    expect((await judged([before], [changed])).changes).toMatchObject([{ state: 'pinned', seen: undefined }])
  })

  test('are poisoned if the change steers the model', async () => {
    expect(
      await stateOf([after], [pin(before)], { poison: (item) => (item.hash === after.hash ? ['x'] : []) }),
    ).toEqual([['a', 'poisoned']])
  })

  test('a decision of an approver overrides the verdict on one definition, not on the next', async () => {
    const accepted = pin(before, { acceptedAt: new Date(1) })
    expect(await stateOf([before], [accepted], { poison: () => ['x'], ownerElsewhere: () => 'o' })).toEqual([
      ['a', 'pinned'],
    ])
    expect(await stateOf([after], [accepted])).toEqual([['a', 'changed']])
  })

  test.each(['shadowed', 'renamed'] as const)('with state %s keep the state after any change', async (state) => {
    const current = pin(before, { state, reason: 'said' })
    expect(await stateOf([after], [current])).toEqual([['a', state]])
    expect((await judged([after], [current])).changes).toMatchObject([{ state, seen: { hash: after.hash } }])
    expect(await stateOf([before], [current])).toEqual([['a', state]])
  })
})
