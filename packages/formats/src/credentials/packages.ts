import { endsInCrc } from './checks.ts'
import { vendor } from './format.ts'

/** Package registries. */
export const packages = [
  ...vendor('npm', 'docs.npmjs.com and github.blog: the format of GitHub’s tokens, with its CRC-32', {
    npm_token: { what: 'access token', is: 'npm_<n36>', score: 0.85, check: endsInCrc },
    npm_legacy_token: { what: 'token of an .npmrc', is: '_authToken=<uuid>' },
  }),
  ...vendor('PyPI', 'pypi.org/help: tokens are macaroons; the literal is their version and host in base64', {
    pypi_token: {
      what: 'upload token',
      is: ['pypi-AgEIcHlwaS5vcmc<w50-1000>', 'pypi-AgENdGVzdC5weXBpLm9yZw<w50-1000>', 'pypi-AgE<w50-1000>'],
    },
  }),
  ...vendor('RubyGems', 'guides.rubygems.org/api-key-scopes', {
    rubygems_key: { what: 'API key', is: 'rubygems_<h48>' },
  }),
  ...vendor('crates.io', 'crates.io, API tokens', { crates_token: { what: 'API token', is: 'cio<n32>' } }),
  ...vendor('NuGet', 'learn.microsoft.com/nuget: API keys of 46 characters', {
    nuget_key: { what: 'API key', is: 'oy2<a43>' },
  }),
  ...vendor('Clojars', 'github.com/clojars/clojars-web/wiki/Deploy-Tokens', {
    clojars_token: { what: 'deploy token', is: 'CLOJARS_<a60>' },
  }),
  ...vendor('Docker', 'docs.docker.com/security/access-tokens', {
    docker_token: { what: 'personal or organisation access token', is: ['dckr_pat_<w27>', 'dckr_oat_<w27-40>'] },
  }),
  ...vendor('JFrog', 'jfrog.com/help, Artifactory API keys and reference tokens', {
    artifactory_api_key: { what: 'Artifactory API key', is: ['AKCp<n69>', 'AKC<n70>'] },
    artifactory_reference_token: {
      // The literal is the beginning of "reftkn" in base64.
      what: 'Artifactory reference token',
      is: 'cmVmd<n59>',
    },
    jfrog_api_key: { what: 'API key without a mark', is: '<n73>', named: 'jfrog artifactory bintray xray' },
    jfrog_identity_token: { what: 'identity token', is: '<n64>', named: 'jfrog artifactory bintray xray' },
  }),
]
