import { expect, test } from 'vitest'

import { documentationUrl, resolveSettings } from '../src/index.ts'

test.each([
  [{}, 'http://localhost:4300/docs/'],
  [{ GATEHOUSE_PUBLIC_URL: 'https://gate.example.com' }, 'https://gate.example.com/docs/'],
  [{ CONSOLE_ENABLED: 'false' }, undefined],
  [{ GATEHOUSE_HOST: '0.0.0.0', GATEHOUSE_ALLOW_UNAUTHENTICATED: 'true' }, undefined],
])('the documentation site of %j is %s', (env, url) => {
  expect(documentationUrl(resolveSettings({ env }))).toBe(url)
})
