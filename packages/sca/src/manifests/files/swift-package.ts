import { unread } from '../read/unread.ts'

/** What a package of Swift asks for: a program of Swift. */
export default unread(
  { name: 'swift-package', names: ['Package.swift'], ecosystem: 'SwiftURL' },
  'run swift package resolve and commit Package.resolved',
)
