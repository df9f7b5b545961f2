import { unread } from '../read/unread.ts'

/** Direct dependencies of a Swift package: a Swift program. */
export default unread(
  { name: 'swift-package', names: ['Package.swift'], ecosystem: 'SwiftURL' },
  'run swift package resolve and commit Package.resolved',
)
