import { control, type Framework, TECHNICAL_ONLY } from './framework.ts'
import { inGroup } from './taxonomy.ts'

export const pciDss: Framework = {
  id: 'pci-dss-v4.0.1',
  name: 'PCI DSS v4.0.1',
  version: '4.0.1',
  scope: TECHNICAL_ONLY,
  controls: [
    control('Req. 1', 'Install and Maintain Network Security Controls', 'ssrf', 'sandbox_escape'),
    control(
      'Req. 2',
      'Apply Secure Configurations to All System Components',
      'debug_access',
      'agent_config_poisoning',
      'mcp_missing_auth',
    ),
    control('Req. 3', 'Protect Stored Account Data', 'pii_disclosure', 'secret_disclosure', 'rag_exfiltration'),
    control(
      'Req. 4',
      'Protect Cardholder Data with Strong Cryptography During Transmission Over Open, Public Networks',
      'out_of_band_exfiltration',
    ),
    control(
      'Req. 5',
      'Protect All Systems and Networks from Malicious Software',
      'malicious_code',
      'package_hallucination',
    ),
    control(
      'Req. 6',
      'Develop and Maintain Secure Systems and Software',
      inGroup('injection'),
      inGroup('jailbreak'),
      inGroup('code_infra'),
      inGroup('supply_chain'),
      'tool_argument_injection',
    ),
    control(
      'Req. 7',
      'Restrict Access to System Components and Cardholder Data by Business Need to Know',
      'bola',
      'bfla',
      'rbac_bypass',
      'privilege_escalation',
      'cross_tenant_access',
      'excessive_agency',
    ),
    control(
      'Req. 8',
      'Identify Users and Authenticate Access to System Components',
      'auth_bypass',
      'session_hijacking',
      'impersonation',
      'credential_harvesting',
    ),
    control('Req. 9', 'Restrict Physical Access to Cardholder Data'),
    control('Req. 10', 'Log and Monitor All Access to System Components and Cardholder Data'),
    control('Req. 11', 'Test Security of Systems and Networks Regularly'),
    control('Req. 12', 'Support Information Security with Organizational Policies and Programs'),
  ],
}
