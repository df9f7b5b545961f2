import { McpRouteRequest } from '@gatehouse/contracts/agents'
import { ModelUpstreamWrite } from '@gatehouse/contracts/content'
import { expect, test } from 'vitest'
import { ROUTE_SECTIONS } from '../src/pages/guard/gateways/route-fields.ts'
import { UPSTREAM_SECTIONS } from '../src/pages/guard/gateways/upstream-fields.ts'

/** The name of a definition is above its form. */
const NAME = 'name'

test.each([
  ['routes of tool servers', McpRouteRequest.shape, ROUTE_SECTIONS],
  ['providers of models', ModelUpstreamWrite.shape, UPSTREAM_SECTIONS],
])('the form of %s has exactly the members that the service accepts', (_what, shape, sections) => {
  const shown = new Set(sections.flatMap(({ fields }) => fields.map(({ path }) => path[0])))
  const claimed = Object.keys(shape).filter((member) => member !== NAME)
  expect(shown).toEqual(new Set<string | undefined>(claimed))
})

test.each([
  ['limits', McpRouteRequest.shape.limits.unwrap().shape],
  ['oauth', McpRouteRequest.shape.oauth.unwrap().unwrap().shape],
])('and every part of %s', (part, shape) => {
  const parts = ROUTE_SECTIONS.flatMap(({ fields }) => fields.map(({ path }) => path))
  const shown = new Set(parts.filter(([first]) => first === part).map(([, second]) => second))
  expect(shown).toEqual(new Set(Object.keys(shape)))
})
