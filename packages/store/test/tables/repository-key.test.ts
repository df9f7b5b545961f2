import { expect, test } from 'vitest'
import { repositoryKey } from '../../src/tables/appsec/repository-key.ts'

test.each([
  [
    'github.com/acme/shop',
    'https://github.com/acme/shop',
    'https://GitHub.com/Acme/Shop.git',
    'https://github.com:443/acme/shop.git/',
    'https://ann:token@github.com/acme/shop?tab=readme#top',
    'http://github.com//acme/shop/',
    'git@github.com:acme/shop.git',
    'github.com:acme/shop',
    'ssh://git@github.com/acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    'ssh://git@ssh.github.com:443/acme/shop.git',
    'git://github.com:9418/acme/shop.git',
    ' https://github.com/acme/shop\n',
  ],
  ['gitlab.com/group/sub/shop', 'https://gitlab.com/group/sub/shop.git', 'git@gitlab.com:group/sub/shop.git'],
  ['git.corp:8443/shop', 'https://git.corp:8443/shop.git', 'http://GIT.corp:8443/shop'],
  ['git.corp/shop', 'ssh://git@git.corp:2222/shop.git', 'https://git.corp/shop'],
  [
    'dev.azure.com/acme/my%20project/_git/shop',
    'https://dev.azure.com/acme/My%20Project/_git/shop',
    'https://acme@dev.azure.com/acme/My Project/_git/shop',
    'https://acme.visualstudio.com/My%20Project/_git/shop',
    'https://acme.visualstudio.com/DefaultCollection/My%20Project/_git/shop',
    'git@ssh.dev.azure.com:v3/acme/My%20Project/shop',
    'acme@vs-ssh.visualstudio.com:v3/acme/My%20Project/shop',
  ],
  [
    'dev.azure.com/acme/shop/_git/shop',
    'https://dev.azure.com/acme/_git/shop',
    'https://acme.visualstudio.com/_git/shop',
  ],
  ['svn:svn.corp/shop/trunk', 'svn://svn.corp/shop/trunk', 'svn://svn.corp:3690/shop/trunk/'],
])('%s', (key, ...addresses) => {
  for (const address of addresses) expect([address, repositoryKey(address)]).toEqual([address, key])
})

test.each([
  '',
  'shop',
  'https://',
  'https://github.com',
  'https://github.com/',
  'https://github.com/.git',
  '/srv/shop',
])('"%s" identifies no repository', (address) => expect(repositoryKey(address)).toBeNull())

test('different repositories have different keys', () => {
  const addresses = [
    'https://github.com/acme/shop',
    'https://github.com/acme/shop2',
    'https://github.com/acme-shop',
    'https://github.com.evil.example/acme/shop',
    'https://evil.example/github.com/acme/shop',
    'https://github.com:8443/acme/shop',
    'https://gitlab.com/acme/shop',
    'https://github.com/acme/shop/wiki',
  ]
  expect(new Set(addresses.map(repositoryKey)).size).toBe(addresses.length)
})

test('a long address identifies no repository', () => {
  expect(repositoryKey(`https://github.com/acme/${'a'.repeat(2_000)}`)).toBeNull()
})
