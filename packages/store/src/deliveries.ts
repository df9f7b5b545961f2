// Exports for durable queues of events and their delivery logs.
export type {
  ClaimedDelivery,
  DeliveryAttempt,
  DeliveryOutcome,
  DeliveryQueue,
  DeliveryRow,
  DeliveryStatus,
  NewDelivery,
} from './tables/delivery-rows.ts'
export { CLAIM_PER_RECEIVER, CLAIM_PER_TENANT } from './tables/delivery-work.ts'
