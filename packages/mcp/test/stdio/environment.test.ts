import { describe, expect, test } from 'vitest'
import { refusedVariable } from '../../src/stdio/environment.ts'

describe('variables of a route', () => {
  test.each([
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'PATH',
    'HOME',
    'npm_config_registry',
    'Npm_Config_script_shell',
    'LUA_INIT',
    'PERLLIB',
    'PERL5OPT',
    'CLASSPATH',
    'PHPRC',
    'PHP_INI_SCAN_DIR',
    'MAVEN_OPTS',
    'OPENSSL_CONF',
    'GEM_PATH',
    'R_PROFILE',
    'DOCKER_HOST',
    'PYTHONPATH',
    'pythonstartup',
    'GOFLAGS',
    'XDG_CONFIG_HOME',
    'BASH_ENV',
  ])('%s is refused, since programs load code by it', (name) => {
    expect(refusedVariable({ FINE: '1', [name]: 'x' })).toBe(name)
  })

  test('that are for the server itself are not', () => {
    const env = {
      GOOGLE_API_KEY: 'x',
      GITHUB_TOKEN: 'x',
      DEBUG: '1',
      NODE_ENV: 'production',
      PYTHONUNBUFFERED: '1',
      TZ: 'UTC',
    }
    expect(refusedVariable(env)).toBeUndefined()
  })
})
