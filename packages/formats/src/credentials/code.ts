import { endsInCrc } from './checks.ts'
import { vendor } from './format.ts'

/** Source hosts, build servers and their tools. */
export const code = [
  ...vendor('GitHub', 'github.blog, Behind GitHub’s new authentication token formats', {
    github_token: {
      what: 'personal, OAuth, app or refresh token, with a CRC-32 at its end',
      is: ['ghp_<n36>', 'gho_<n36>', 'ghu_<n36>', 'ghs_<n36>', 'ghr_<n36-76>'],
      score: 0.8,
      check: endsInCrc,
    },
    github_fine_grained_token: { what: 'fine-grained personal access token', is: 'github_pat_<n22>_<n59>' },
  }),
  ...vendor(
    'GitLab',
    'docs.gitlab.com/security/tokens: prefixes; 20 characters, or routable with a dot and a tail in base 36',
    {
      gitlab_token: {
        what: 'personal access token',
        is: ['glpat-<w27-300>.<a9>', 'glpat-<w27-300>.<a2>.<a9>', 'glpat-<w20-50>'],
      },
      gitlab_deploy_token: { what: 'deploy token', is: 'gldt-<w20>' },
      gitlab_runner_token: {
        what: 'runner authentication token',
        is: ['glrt-t<d1>_<w27-300>.<a9>', 'glrt-t<d1>_<w20>', 'glrt-<w20>', 'glrtr-<w20>'],
      },
      gitlab_registration_token: { what: 'runner registration token', is: 'GR1348941<w20>' },
      gitlab_trigger_token: { what: 'pipeline trigger token', is: 'glptt-<h40>' },
      gitlab_job_token: { what: 'CI/CD job token', is: ['glcbt-<n1-5>_<w20>', 'glcbt-<w20>'] },
      gitlab_feature_flag_token: { what: 'feature flags client token', is: 'glffct-<w20>' },
      gitlab_feed_token: { what: 'feed token', is: 'glft-<w20>' },
      gitlab_mail_token: { what: 'incoming mail token', is: 'glimt-<w25>' },
      gitlab_agent_token: { what: 'Kubernetes agent token', is: 'glagent-<w50>' },
      gitlab_oauth_secret: { what: 'OAuth application secret', is: 'gloas-<w64>' },
      gitlab_scim_token: { what: 'SCIM token', is: 'glsoat-<w20>' },
      gitlab_session: { what: 'session cookie', is: '_gitlab_session=<a32>' },
    },
  ),
  ...vendor('Atlassian', 'support.atlassian.com, Manage API tokens: the last eight digits are a checksum', {
    atlassian_api_token: {
      what: 'API token',
      is: ['ATATT3<v180-200>', 'ATATT3<v20-179>=<H8>', 'ATCTT3<v100-300>=<H8>'],
    },
    atlassian_legacy_token: { what: 'API token without a prefix', is: '<n24>', named: 'atlassian jira confluence' },
    bitbucket_app_password: { what: 'Bitbucket app password', is: 'ATBB<n24-32>' },
    bitbucket_client_id: { what: 'Bitbucket OAuth consumer key', is: '<n32>', named: 'bitbucket' },
    bitbucket_client_secret: { what: 'Bitbucket OAuth consumer secret', is: '<v64>', named: 'bitbucket' },
    trello_token: { what: 'Trello token', is: 'ATTA<h64><H8>' },
    trello_key: { what: 'Trello key', is: ['<h64>', '<h32>'], named: 'trello' },
  }),
  ...vendor('CircleCI', 'circleci.com/docs/managing-api-tokens', {
    circleci_token: { what: 'personal or project token', is: ['CCIPAT_<n22>_<h40>', 'CCIPRJ_<n22>_<h40>'] },
    circleci_legacy_token: { what: 'API token without a prefix', is: '<h40>', named: 'circleci circle_token' },
  }),
  ...vendor('Buildkite', 'buildkite.com/docs/platform/security/tokens', {
    buildkite_token: {
      what: 'API, agent or cluster token',
      is: ['bkua_<n40-60>', 'bkaa_<w40-300>', 'bkct_<n30-60>', 'bkaj_<w30-300>'],
    },
  }),
  ...vendor('Travis CI', 'docs.travis-ci.com/user/triggering-builds: tokens of 22 characters', {
    travis_token: { what: 'access token', is: '<w22>', named: 'travis' },
  }),
  ...vendor('Drone', 'docs.drone.io/cli/configure: personal tokens', {
    drone_token: { what: 'access token', is: '<n32>', named: 'droneci drone_token' },
  }),
  ...vendor('Harness', 'developer.harness.io, Manage API keys: kind, account, token, secret', {
    harness_key: { what: 'personal or service account key', is: ['pat.<w22>.<n24>.<n20>', 'sat.<w22>.<n24>.<n20>'] },
  }),
  ...vendor('Octopus Deploy', 'octopus.com/docs/octopus-rest-api: keys', {
    octopus_key: { what: 'API key', is: ['API-<A26>', 'API-<A27-34>'] },
  }),
  ...vendor('Codecov', 'docs.codecov.com: upload tokens', {
    codecov_token: { what: 'access token', is: ['<uuid>', '<a32>'], named: 'codecov' },
  }),
  ...vendor('SonarSource', 'docs.sonarsource.com, Generating tokens: prefixes by kind', {
    sonar_token: {
      what: 'user, project or global analysis token',
      is: ['squ_<h40>', 'sqp_<h40>', 'sqa_<h40>', 'sqb_<h40>'],
    },
    sonar_named_token: { what: 'token or login', is: ['squ_<v40>', 'sqp_<v40>', 'sqa_<v40>', '<v40>'], named: 'sonar' },
  }),
  ...vendor('Snyk', 'docs.snyk.io/snyk-api/authentication-for-api: UUIDs', {
    snyk_token: { what: 'API token', is: ['<uuid>', 'snyk_uat.<h8>.<v100-400>'], named: 'snyk' },
  }),
  ...vendor('Sourcegraph', 'sourcegraph.com/docs/cli: access tokens', {
    sourcegraph_token: { what: 'access token', is: ['sgp_<x16>_<x40>', 'sgp_local_<x40>', 'sgp_<x40>'] },
    sourcegraph_named_token: { what: 'access token without a prefix', is: '<h40>', named: 'sourcegraph' },
  }),
  ...vendor('HashiCorp', 'developer.hashicorp.com, Vault tokens and HCP Terraform API tokens', {
    terraform_token: { what: 'HCP Terraform token', is: '<n14>.atlasv1.<v60-70>' },
    vault_token: {
      what: 'Vault service, batch or recovery token',
      is: ['hvs.<w90-300>', 'hvs.<w24>', 'hvb.<w138-300>', 'hvr.<w24-120>'],
    },
    vault_legacy_token: { what: 'Vault token before 1.10', is: 's.<n24>', score: 0.7 },
  }),
  ...vendor('Pulumi', 'pulumi.com/docs/administration/access-identity/access-tokens', {
    pulumi_token: { what: 'access token', is: 'pul-<h40>' },
  }),
  ...vendor('Infracost', 'infracost.io/docs: API keys', { infracost_key: { what: 'API key', is: 'ico-<n32>' } }),
  ...vendor('Prefect', 'docs.prefect.io, Manage API keys', {
    prefect_key: { what: 'user or service key', is: ['pnu_<n36>', 'pnb_<n36>'] },
  }),
  ...vendor('Postman', 'learning.postman.com, Postman API authentication', {
    postman_key: { what: 'API or collection key', is: ['PMAK-<h24>-<h34>', 'PMAT-<A26>'] },
  }),
  ...vendor('Doppler', 'docs.doppler.com/reference/auth-token-formats', {
    doppler_token: {
      what: 'personal, service, CLI, account, SCIM or audit token',
      is: [
        'dp.pt.<n40-44>',
        'dp.st.<n40-44>',
        'dp.st.<v2-35>.<n40-44>',
        'dp.ct.<n40-44>',
        'dp.sa.<n40-44>',
        'dp.scim.<n40-44>',
        'dp.audit.<n40-44>',
      ],
    },
  }),
  ...vendor('1Password', 'developer.1password.com: service account tokens and Secret Keys', {
    onepassword_service_token: { what: 'service account token', is: ['ops_eyJ<e200-1500>'] },
    onepassword_secret_key: {
      what: 'Secret Key',
      is: ['A3-<A6>-<A11>-<A5>-<A5>-<A5>', 'A3-<A6>-<A6>-<A5>-<A5>-<A5>-<A5>'],
    },
  }),
  ...vendor('Bitwarden', 'bitwarden.com/help/access-tokens: version, id, secret, key', {
    bitwarden_token: { what: 'Secrets Manager access token', is: '0.<uuid>.<n30>:<b22>==' },
  }),
  ...vendor('Infisical', 'infisical.com/docs: service tokens', {
    infisical_token: { what: 'service token', is: 'st.<h24>.<h32>.<h32>' },
  }),
  ...vendor('Authress', 'authress.io/knowledge-base: service client access keys', {
    authress_key: {
      what: 'service client access key',
      is: [
        'ext_<v5-30>.<a4-6>.acc-<v10-32>.<e30-120>',
        'sc_<v5-30>.<a4-6>.acc_<v10-32>.<e30-120>',
        'sc_<v5-30>.<a4-6>.acc-<v10-32>.<e30-120>',
        'scauth_<v5-30>.<a4-6>.acc_<v10-32>.<e30-120>',
        'ext_<v5-30>.<a4-6>.acc_<v10-32>.<e30-120>',
      ],
    },
  }),
]
