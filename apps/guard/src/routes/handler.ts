import type { Handler } from '@gatehouse/contracts'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { ContentStage, GuardPorts as EnginePorts, Registry, StreamStepMax } from '@gatehouse/guards'
import type { Extractor } from '@gatehouse/formats'
import type { RequestContext } from '@gatehouse/http'
import type { Egress } from '@gatehouse/kernel/egress'
import type { Store } from '@gatehouse/store'
import type { ChainSeals } from '@gatehouse/store/audit'
import type { Approvals } from '../approvals/approvals.ts'
import type { Capabilities } from '../capability/capabilities.ts'
import type { CheckPorts, ScreenPorts } from '@gatehouse/screening'
import type { McpGateway } from '@gatehouse/mcp-gateway'
import type { ModelUpstreamService } from '@gatehouse/llm-gateway'
import type { ServerDefaults } from '../server-config/server-defaults.ts'
import type { TenantKey } from '../vault/tenant-key.ts'
import type { Tenants } from '../tenants.ts'
import type { UnregisteredCalls } from '../agents/unregistered.ts'
import type { Usage } from '../usage/usage.ts'
import type { Vault } from '../vault/vault.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

type Table = typeof guardEndpoints

/** Dependencies of all handlers of this service. */
export interface GuardPorts extends ScreenPorts, CheckPorts {
  readonly tenants: Tenants
  readonly usage: Usage
  readonly unregistered: UnregisteredCalls
  readonly registry: Registry
  readonly store: Store
  /** Verifies the seals of audit chains. */
  readonly seals: ChainSeals | undefined
  /** Extracts text from files in separate threads. */
  readonly extractor: Extractor
  /** Handling of unknown request fields in the chat gateway. */
  readonly unknownFields: 'screen' | 'drop'
  /** Maximum number of characters of a stream between two checks of fast blocking or redacting guards. */
  readonly streamStep_chars: StreamStepMax
  readonly vault: Vault
  /** Deployment defaults of the administrators. */
  readonly serverDefaults: ServerDefaults
  /** Returns the tenant's key for sealing request contents. */
  readonly contentKeyOf: (tenantId: string) => Promise<TenantKey>
  /** Absent if no model is configured. */
  readonly model: EnginePorts['model']
  /** Entries of the configuration file. */
  readonly configured: Readonly<Partial<Record<ContentStage, GuardBlock>>>
  readonly capabilities: Capabilities
  readonly approvals: Approvals
  readonly webhooks: Webhooks
  /** The model providers of tenants. */
  readonly upstreams: ModelUpstreamService
  readonly mcp: McpGateway
  /** Outbound connections, to check addresses before they are saved. */
  readonly egress: Egress
}

/** Handler of one endpoint as a function of its ports. */
export type GuardHandler<Name extends keyof Table> = (ports: GuardPorts) => Handler<Table[Name], RequestContext>
